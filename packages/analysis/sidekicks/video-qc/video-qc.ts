import { examinedStreams } from '../../media/streams.ts';
import type { TimeRange } from '../../media/time-ranges.ts';
import type { Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { completeMeasurements, type Watch } from '../watch.ts';
import { judgeBars } from './judge-bars.ts';
import { judgeBlocks } from './judge-blocks.ts';
import { judgeChanges } from './judge-changes.ts';
import { judgeDarkness } from './judge-darkness.ts';
import { judgeFields } from './judge-fields.ts';
import { judgeFormat, type VideoStream } from './judge-format.ts';
import { judgeLengths } from './judge-lengths.ts';
import { judgeLevels } from './judge-levels.ts';
import { judgeRate, measuredRate } from './judge-rate.ts';
import { judgeRepeats } from './judge-repeats.ts';
import { pictureBytes } from './level-counter.ts';
import { type BlockStretch, watchBlocks } from './watch-blocks.ts';
import { type ChangeMeasurements, watchChanges } from './watch-changes.ts';
import { type DarknessMeasurements, watchDarkness } from './watch-darkness.ts';
import { type FieldCounts, watchFields } from './watch-fields.ts';
import { type LevelStretch, watchLevels } from './watch-levels.ts';
import { type PictureMeasurements, watchPictures } from './watch-pictures.ts';
import { watchSoundSpan } from './watch-sound-span.ts';
import { wholePicture } from './whole-picture.ts';

/**
 * Minimum number of lines of a video that is examined for interlacing. The lowest interlaced television format has 480
 * lines. In videos with fewer lines, scaling has removed the fields.
 */
const minInterlacedLines = 480;

export interface VideoMeasurements {
  stream: VideoStream;
  darkness: DarknessMeasurements;
  pictures: PictureMeasurements;
  fields: FieldCounts[];
  changes: ChangeMeasurements;
  levels: LevelStretch[];
  blocks: BlockStretch[];
  /** Time range from the first audio sample to the last; null if the file has no audio. */
  sound: TimeRange | null;
}

/** Examines the video stream, and the start and end times of the audio stream, that `examinedStreams` returns. */
export const videoQc: Sidekick<VideoMeasurements> = {
  watch: (media) => {
    const { picture, sound } = examinedStreams(media);
    return picture === null ? null : watchVideo(picture.stream, sound !== null);
  },
  examine: (_input, observation) =>
    Promise.resolve(observation === null ? [] : judge(completeMeasurements(observation))),
};

function watchVideo(stream: VideoStream, hasSound: boolean): Watch<VideoMeasurements> {
  const darkness = watchDarkness(hasSound);
  const pictures = watchPictures();
  const fields = (stream.height ?? 0) >= minInterlacedLines ? watchFields() : null;
  const changes = watchChanges();
  const picture = wholePicture(stream);
  const levels = picture === null ? null : watchLevels(stream, picture);
  const blocks = picture === null ? null : watchBlocks(stream, picture);
  const soundSpan = hasSound ? watchSoundSpan() : null;
  const watches = [darkness, pictures, fields, changes, soundSpan].filter((watch) => watch !== null);
  return {
    pictureFilters: watches.flatMap(({ pictureFilters }) => pictureFilters ?? []),
    smallFilters: watches.flatMap(({ smallFilters }) => smallFilters ?? []),
    soundFilters: watches.flatMap(({ soundFilters }) => soundFilters ?? []),
    ...(picture === null
      ? {}
      : {
          wholePictures: {
            ...picture,
            bytes: pictureBytes(picture),
            onPicture: (planes) => [levels, blocks].forEach((watch) => watch?.onPicture(planes)),
          },
        }),
    onMessage: (...message) => watches.forEach(({ onMessage }) => onMessage?.(...message)),
    seen: (decodedSeconds) => ({
      stream,
      darkness: darkness.seen(decodedSeconds),
      pictures: pictures.seen(decodedSeconds),
      fields: fields?.seen(decodedSeconds) ?? [],
      changes: changes.seen(decodedSeconds),
      levels: levels?.seen() ?? [],
      blocks: blocks?.seen() ?? [],
      sound: soundSpan?.seen(decodedSeconds) ?? null,
    }),
  };
}

function judge({
  stream,
  darkness,
  pictures,
  fields,
  changes,
  levels,
  blocks,
  sound,
}: VideoMeasurements): Finding[] {
  const findings = judgeFormat(stream);
  const rate = measuredRate(pictures);
  // A single frame has neither a frame rate nor a duration.
  if (rate === null) return findings;
  const picture = {
    startSeconds: pictures.firstSeconds,
    endSeconds: pictures.lastSeconds + 1 / rate,
  };
  const rateFindings = judgeRate(pictures, rate);
  return [
    ...judgeDarkness(darkness, pictures.held, picture, sound),
    ...judgeFields(fields, stream.field_order, rate),
    ...judgeBars(pictures, { width: stream.width ?? 16, height: stream.height ?? 9 }),
    ...judgeChanges(changes, darkness.black, rate),
    ...judgeLevels(levels, picture.endSeconds),
    ...judgeBlocks(blocks, picture.endSeconds),
    ...rateFindings,
    // Repeated frames of a variable rate are the same defect.
    ...(rateFindings.some(({ ruleCode }) => ruleCode === 'format.variable_frame_rate')
      ? []
      : judgeRepeats(changes.repeats, darkness.black)),
    ...(sound === null ? [] : judgeLengths(picture, sound, rate)),
    ...findings,
  ];
}
