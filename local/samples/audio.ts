import { make } from './ffmpeg.ts';

export const audioDefects = { silence: { startSeconds: 3, endSeconds: 6 } } as const;

/** Brings ffmpeg's sine at 440 Hz, on one channel, to -23 LUFS, silences and all. */
export const atTarget = '-1dB';

/** A tone of ten seconds with a silence in it. */
export async function makeAudio(file: string): Promise<void> {
  const { silence } = audioDefects;
  await make(file, [
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=10'],
    ...[
      '-af',
      `volume=${atTarget},volume=0:enable='between(t,${silence.startSeconds},${silence.endSeconds})'`,
    ],
    // With fewer bits, MP3 lowers the tone around the silence.
    ...['-b:a', '192k'],
  ]);
}
