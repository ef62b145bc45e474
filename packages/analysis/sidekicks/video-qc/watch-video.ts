import { type Combined, combineWatches } from '../../contract/combine-watches.ts';
import type { Watch } from '../../contract/watch.ts';
import type { Stream } from '../../decode/streams.ts';
import type { VideoStream } from './judge-format.ts';
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

export function watchVideo(stream: VideoStream, soundStream: Stream | null): Watch<VideoMeasurements> {
  const watch = combineWatches(watchesOf(stream, soundStream));
  return { ...watch, seen: (decodedSeconds) => ({ stream, ...watch.seen(decodedSeconds) }) };
}

/** Returns the measurements that are made while a video is decoded. A measurement that does not apply is null. */
function watchesOf(stream: VideoStream, soundStream: Stream | null) {
  const picture = wholePicture(stream);
  return {
    darkness: watchDarkness(soundStream !== null),
    pictures: watchPictures(),
    fields: (stream.height ?? 0) >= minInterlacedLines ? watchFields() : null,
    changes: watchChanges(),
    levels: picture === null ? null : watchLevels(stream, picture),
    blocks: picture === null ? null : watchBlocks(stream, picture),
    sound: soundStream === null ? null : watchSoundSpan(soundStream),
  };
}
