import { writeFile } from 'node:fs/promises';

/** Returns a channel's value at the sample with the given index. The value is from -1 to 1. */
export type Channel = (sample: number) => number;

export const wavRate = 48_000;

/**
 * Writes a WAV file at 48 kHz. 16-bit samples are clipped at full scale. Floating-point samples are not
 * clipped.
 */
export async function writeWav(
  file: string,
  seconds: number,
  channels: readonly Channel[],
  format: 'float' | '16-bit' = 'float',
): Promise<void> {
  const samples = Math.round(seconds * wavRate);
  const width = format === 'float' ? 4 : 2;
  const block = width * channels.length;
  const wav = Buffer.alloc(44 + samples * block);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(format === 'float' ? 3 : 1, 20);
  wav.writeUInt16LE(channels.length, 22);
  wav.writeUInt32LE(wavRate, 24);
  wav.writeUInt32LE(wavRate * block, 28);
  wav.writeUInt16LE(block, 32);
  wav.writeUInt16LE(width * 8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * block, 40);
  let at = 44;
  for (let sample = 0; sample < samples; sample++) {
    for (const channel of channels) {
      const value = channel(sample);
      if (format === 'float') wav.writeFloatLE(value, at);
      else wav.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))), at);
      at += width;
    }
  }
  await writeFile(file, wav);
}

/** Returns a sine tone with a peak of `dbfs` dBFS and a phase in degrees. */
export function tone(hertz: number, dbfs: number, degrees = 0): Channel {
  const amplitude = 10 ** (dbfs / 20);
  const perSample = (2 * Math.PI * hertz) / wavRate;
  const phase = (degrees * Math.PI) / 180;
  return (sample) => amplitude * Math.sin(perSample * sample + phase);
}

/** Returns a channel that plays the given channels one after another, each for its number of seconds. */
export function sequence(...parts: readonly (readonly [seconds: number, channel: Channel])[]): Channel {
  const ends: number[] = [];
  for (const [seconds] of parts) ends.push((ends.at(-1) ?? 0) + Math.round(seconds * wavRate));
  return (sample) => {
    const part = ends.findIndex((end) => sample < end);
    return part === -1 ? 0 : parts[part]![1](sample);
  };
}

export const nothing: Channel = () => 0;

/** Returns reproducible white noise. Its peak is the given share of full scale, from 0 to 1. */
export function noise(seed: number, share: number): Channel {
  return (sample) => {
    let mixed = Math.imul(sample + seed * 10_000_019, 0x9e3779b1);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca77);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae3d);
    return share * (((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1);
  };
}
