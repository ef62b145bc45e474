import { make } from './ffmpeg.ts';

export const audioDefects = { silence: { startSeconds: 3, endSeconds: 6 } } as const;

/** A tone of ten seconds with a silence in it. */
export async function makeAudio(file: string): Promise<void> {
  const { silence } = audioDefects;
  await make(file, [
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=10'],
    ...['-af', `volume=0:enable='between(t,${silence.startSeconds},${silence.endSeconds})'`],
  ]);
}
