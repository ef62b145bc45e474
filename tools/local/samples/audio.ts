import { make } from './ffmpeg.ts';

export const audioDefects = { silence: { startSeconds: 3, endSeconds: 6 } } as const;

/** Gain of ffmpeg's volume filter at which the sample tone, a mono sine of 440 Hz, has -23 LUFS (EBU R 128). */
export const atTarget = '-1dB';

/** Writes an audio file of ten seconds: a tone with a silence in it. */
export async function makeAudio(file: string): Promise<void> {
  const { silence } = audioDefects;
  await make(file, [
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=10'],
    ...[
      '-af',
      `volume=${atTarget},volume=0:enable='between(t,${silence.startSeconds},${silence.endSeconds})'`,
    ],
    // At a lower bit rate, MP3 encoding makes the tone around the silence quieter.
    ...['-b:a', '192k'],
  ]);
}
