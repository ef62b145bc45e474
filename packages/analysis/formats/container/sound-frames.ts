// Finds the frames of MPEG audio (ISO/IEC 11172-3, 2.4.1.3, and 13818-3) and of AAC in ADTS (ISO/IEC 13818-7, 6.2).

/** The sound that a frame header describes. All frames of a stream have the same `kind`. */
interface Frame {
  type: 'audio/mpeg' | 'audio/aac';
  /** Version, layer and sample rate. */
  kind: string;
  bytes: number;
}

/** Maximum number of bytes before the first whole frame: the rest of a cut frame, or padding after a tag. */
const maxLeadBytes = 32 * 1024;
/** Minimum number of successive frames. Four headers at the right distances do not occur by chance. */
const minFrames = 4;
/** Number of successive frames after which other bytes, for example a tag, may follow. */
const sufficientFrames = 10;

/**
 * Returns the start and the type of the first successive frames of sound; null if there are none. The frames must
 * continue to the end of the bytes, or there must be at least ten.
 */
export function findSoundFrames(bytes: Uint8Array): { at: number; type: Frame['type'] } | null {
  for (let at = 0; at <= maxLeadBytes && at + 7 < bytes.length; at++) {
    const first = bytes[at] === 0xff ? frameAt(bytes, at) : null;
    if (first !== null && continues(bytes, at, first)) return { at, type: first.type };
  }
  return null;
}

function continues(bytes: Uint8Array, start: number, first: Frame): boolean {
  let at = start + first.bytes;
  for (let count = 1; ; count++) {
    if (at + 7 > bytes.length) return count >= minFrames;
    const next = frameAt(bytes, at);
    if (next?.kind !== first.kind) return count >= sufficientFrames;
    at += next.bytes;
  }
}

function frameAt(bytes: Uint8Array, at: number): Frame | null {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || second < 0xe0) return null;
  const isAdts = (second & 0xf6) === 0xf0;
  return isAdts ? adtsFrame(bytes, at) : mpegFrame(second, third);
}

function adtsFrame(bytes: Uint8Array, at: number): Frame | null {
  const [, second, third = 0, fourth = 0, fifth = 0, sixth = 0] = bytes.subarray(at, at + 6);
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  const rate = (third >> 2) & 15;
  if (length < 7 || rate > 12) return null;
  return { type: 'audio/aac', kind: `${second} ${third & 0xfd} ${fourth & 0xc0}`, bytes: length };
}

/** Bit rates in kbit/s by index, for the layers I to III of MPEG-1, and for layer I and layers II and III of MPEG-2. */
const bitRates = {
  v1: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  v2: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

function mpegFrame(second: number, third: number): Frame | null {
  // Version: 0 is MPEG-2.5, 1 is reserved, 2 is MPEG-2, and 3 is MPEG-1.
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const rate = sampleRates[(third >> 2) & 3];
  if (version === 1 || layer === 4 || rate === undefined) return null;
  const kilobits = bitRates[version === 3 ? 'v1' : 'v2'][layer - 1]![third >> 4];
  // Index 0 stands for a free bit rate, from which the size of a frame does not follow.
  if (kilobits === undefined || kilobits === 0) return null;
  const sampleRate = rate / { 0: 4, 2: 2, 3: 1 }[version]!;
  const padding = (third >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1_152;
  const slotBytes = layer === 1 ? 4 : 1;
  const slots = Math.floor((samples * kilobits * 1_000) / 8 / slotBytes / sampleRate) + padding;
  return { type: 'audio/mpeg', kind: `${version} ${layer} ${sampleRate}`, bytes: slots * slotBytes };
}
