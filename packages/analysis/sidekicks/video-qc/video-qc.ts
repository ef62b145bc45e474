import { examinedStreams } from '../../decode/streams.ts';
import { type Combined, combineWatches } from '../../contract/combine-watches.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { completeMeasurements, type Watch } from '../../contract/watch.ts';
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
import { watchBlocks } from './watch-blocks.ts';
import { watchChanges } from './watch-changes.ts';
import { watchDarkness } from './watch-darkness.ts';
import { watchFields } from './watch-fields.ts';
import { watchLevels } from './watch-levels.ts';
import { watchPictures } from './watch-pictures.ts';
import { watchSoundSpan } from './watch-sound-span.ts';
import { wholePicture } from './whole-picture.ts';

/** Minimum lines of a video that is examined for interlacing. In smaller videos, scaling has mixed the fields. */
const minInterlacedLines = 480;

export type VideoMeasurements = { stream: VideoStream } & Combined<ReturnType<typeof watchesOf>>;

/** Examines the picture of a video, and compares the start and the end of its audio stream with the picture. */
export const videoQc: Sidekick<VideoMeasurements> = {
  watch: (media) => {
    const { picture, sound } = examinedStreams(media);
    return picture === null ? null : watchVideo(picture.stream, sound !== null);
  },
  examine: (_input, observation) =>
    Promise.resolve(observation === null ? [] : judge(completeMeasurements(observation))),
};

function watchVideo(stream: VideoStream, hasSound: boolean): Watch<VideoMeasurements> {
  const watch = combineWatches(watchesOf(stream, hasSound));
  return { ...watch, seen: (decodedSeconds) => ({ stream, ...watch.seen(decodedSeconds) }) };
}

/** Returns the measurements that are made while a video is decoded. A measurement that does not apply is null. */
function watchesOf(stream: VideoStream, hasSound: boolean) {
  const picture = wholePicture(stream);
  return {
    darkness: watchDarkness(hasSound),
    pictures: watchPictures(),
    fields: (stream.height ?? 0) >= minInterlacedLines ? watchFields() : null,
    changes: watchChanges(),
    levels: picture === null ? null : watchLevels(stream, picture),
    blocks: picture === null ? null : watchBlocks(stream, picture),
    sound: hasSound ? watchSoundSpan() : null,
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
    ...judgeFields(fields ?? [], stream.field_order, rate),
    ...judgeBars(pictures, { width: stream.width ?? 16, height: stream.height ?? 9 }),
    ...judgeChanges(changes, darkness.black, rate),
    ...judgeLevels(levels ?? [], picture.endSeconds),
    ...judgeBlocks(blocks ?? [], picture.endSeconds),
    ...rateFindings,
    // A variable frame rate is reported once. Repeated frames would be a second finding about the same defect.
    ...(rateFindings.some(({ ruleCode }) => ruleCode === 'format.variable_frame_rate')
      ? []
      : judgeRepeats(changes.repeats, darkness.black)),
    ...(sound === null ? [] : judgeLengths(picture, sound, rate)),
    ...findings,
  ];
}
