import type { ProbeReport } from '../../media/ffprobe.ts';
import type { Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { seenToTheEnd, type Watch } from '../watch.ts';
import { judgeBars } from './judge-bars.ts';
import { judgeDarkness } from './judge-darkness.ts';
import { judgeFields } from './judge-fields.ts';
import { judgeFormat, type VideoStream } from './judge-format.ts';
import { judgeLengths } from './judge-lengths.ts';
import { judgeRate, measuredRate } from './judge-rate.ts';
import { type SeenDarkness, watchDarkness } from './watch-darkness.ts';
import { type FieldCounts, watchFields } from './watch-fields.ts';
import { type SeenPictures, watchPictures } from './watch-pictures.ts';
import { watchSoundLength } from './watch-sound-length.ts';

/** Television of 480 lines is the least that is interlaced; smaller pictures were scaled, which leaves no fields. */
const interlacedLines = 480;

export interface SeenVideo {
  stream: VideoStream;
  darkness: SeenDarkness;
  pictures: SeenPictures;
  fields: FieldCounts[];
  /** Null where there is no sound. */
  soundSeconds: number | null;
}

/** Examines the first video stream, and how long the first audio stream is. */
export const videoQc: Sidekick<SeenVideo> = {
  watch: ({ streams }) => {
    // The cover of an album is no moving picture.
    const video = streams.find(
      (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
    );
    const sound = streams.find((stream) => stream.codec_type === 'audio');
    return video === undefined ? null : watchVideo(video, sound);
  },
  examine: (_input, observation) =>
    Promise.resolve(observation === null ? [] : judge(seenToTheEnd(observation))),
};

function watchVideo(
  stream: VideoStream,
  sound: ProbeReport['streams'][number] | undefined,
): Watch<SeenVideo> {
  const darkness = watchDarkness(sound !== undefined);
  const pictures = watchPictures();
  const fields = (stream.height ?? 0) >= interlacedLines ? watchFields() : null;
  const soundLength = sound?.sample_rate === undefined ? null : watchSoundLength(sound.sample_rate);
  const watches = [darkness, pictures, fields, soundLength].filter((watch) => watch !== null);
  return {
    pictureFilters: watches.flatMap(({ pictureFilters }) => pictureFilters ?? []),
    smallFilters: watches.flatMap(({ smallFilters }) => smallFilters ?? []),
    soundFilters: watches.flatMap(({ soundFilters }) => soundFilters ?? []),
    onMessage: (...message) => watches.forEach(({ onMessage }) => onMessage?.(...message)),
    seen: (decodedSeconds) => ({
      stream,
      darkness: darkness.seen(decodedSeconds),
      pictures: pictures.seen(decodedSeconds),
      fields: fields?.seen(decodedSeconds) ?? [],
      soundSeconds: soundLength?.seen(decodedSeconds) ?? null,
    }),
  };
}

function judge({ stream, darkness, pictures, fields, soundSeconds }: SeenVideo): Finding[] {
  const findings = judgeFormat(stream);
  const rate = measuredRate(pictures);
  // A single picture has no rate, and lasts for as long as it is shown.
  if (rate === null) return findings;
  const picture = {
    startSeconds: pictures.firstSeconds,
    endSeconds: pictures.lastSeconds + 1 / rate,
  };
  const pictureSeconds = picture.endSeconds - picture.startSeconds;
  return [
    ...judgeDarkness(darkness, picture, soundSeconds),
    ...judgeFields(fields, stream.field_order, rate),
    ...judgeBars(pictures, { width: stream.width ?? 16, height: stream.height ?? 9 }),
    ...judgeRate(pictures, rate),
    ...(soundSeconds === null ? [] : judgeLengths(pictureSeconds, soundSeconds, rate)),
    ...findings,
  ];
}
