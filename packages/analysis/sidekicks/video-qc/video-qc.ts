import { examinedStreams } from '../../decode/streams.ts';
import type { Sidekick } from '../../contract/contract.ts';
import { judgeApart } from '../../contract/judge-apart.ts';
import type { judgeVideo } from './judge-video.ts';
import { type VideoMeasurements, watchVideo } from './watch-video.ts';

/** Examines the picture of a video, and compares the start and the end of its audio stream with the picture. */
export const videoQc: Sidekick<VideoMeasurements, { judgeVideo: typeof judgeVideo }> = {
  watch: (media) => {
    const { picture, sound } = examinedStreams(media);
    return picture === null ? null : watchVideo(picture.stream, sound?.stream ?? null);
  },
  examine: ({ settings, parsers, signal }, observation) =>
    judgeApart(observation, signal, (...judged) => parsers.run('judgeVideo', settings, ...judged)),
};
