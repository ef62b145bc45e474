import { atTarget } from './audio.ts';
import { make } from './ffmpeg.ts';

/** Duration of the sample video, and times of its defects, in seconds. */
export const videoDefects = {
  durationSeconds: 20,
  black: { startSeconds: 5, endSeconds: 8 },
  freeze: { startSeconds: 11, endSeconds: 14 },
  silence: { startSeconds: 15, endSeconds: 18 },
} as const;

const framesPerSecond = 25;

/** Writes a video of a moving test picture with a tone. The video has a black segment, a freeze and a silence. */
export async function makeVideo(file: string): Promise<void> {
  const { durationSeconds, black, freeze, silence } = videoDefects;
  const frozenFrames = (freeze.endSeconds - freeze.startSeconds) * framesPerSecond;
  const picture = [
    // Repeats one frame. The repetition makes the video longer; `-t` below cuts the video to its duration.
    `loop=loop=${frozenFrames}:size=1:start=${freeze.startSeconds * framesPerSecond}`,
    // Renumbers the frames. Otherwise the frames after the freeze would be delayed by more than its length.
    `setpts=N/${framesPerSecond}/TB`,
    `drawbox=color=black:thickness=fill:enable='between(t,${black.startSeconds},${black.endSeconds}-0.001)'`,
  ].join(',');
  await make(file, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=${framesPerSecond}:duration=${durationSeconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${durationSeconds}`],
    ...['-vf', picture],
    ...[
      '-af',
      `volume=${atTarget},volume=0:enable='between(t,${silence.startSeconds},${silence.endSeconds})'`,
    ],
    ...[
      '-t',
      String(durationSeconds),
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    ],
  ]);
}
