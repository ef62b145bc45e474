/** A frame consists of the lengths of JSON and bytes (unsigned 32-bit, little endian), the JSON, and the bytes. */
const prefixBytes = 8;

/** Thrown if a frame exceeds a limit or contains no JSON. */
export class InvalidFrame extends Error {}

/** Returns the parts of a frame, to be written one after another. `bytes` is not copied. */
export function frameOf(message: unknown, bytes: Uint8Array = new Uint8Array()): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message));
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(json.length, 0);
  prefix.writeUInt32LE(bytes.length, 4);
  return [prefix, json, bytes];
}

/**
 * Returns a function that receives a stream of frames in chunks of any size and calls `onFrame` for each frame, with
 * the length of its JSON. The function throws `InvalidFrame` before it buffers a frame that exceeds a limit. The limits
 * may change between frames.
 */
export function createFrameReader(
  limits: Readonly<{ maxJsonBytes: number; maxTailBytes: number }>,
  onFrame: (message: unknown, bytes: Uint8Array, jsonBytes: number) => void,
): (part: Uint8Array) => void {
  const prefix = Buffer.alloc(prefixBytes);
  /** The lengths in the prefix of the current frame; null while the prefix is incomplete. */
  let lengths: { jsonBytes: number; tailBytes: number } | null = null;
  let target: Uint8Array = prefix;
  let filled = 0;

  function onFilled(): void {
    filled = 0;
    if (lengths === null) {
      lengths = { jsonBytes: prefix.readUInt32LE(0), tailBytes: prefix.readUInt32LE(4) };
      const { jsonBytes, tailBytes } = lengths;
      if (jsonBytes === 0 || jsonBytes > limits.maxJsonBytes || tailBytes > limits.maxTailBytes)
        throw new InvalidFrame(`a frame announces ${jsonBytes} bytes of JSON and ${tailBytes} others`);
      // The parts are copied into one buffer, so that many small parts use no more memory than the frame.
      target = new Uint8Array(jsonBytes + tailBytes);
      return;
    }
    const frame = target;
    const { jsonBytes } = lengths;
    lengths = null;
    target = prefix;
    onFrame(parsed(frame.subarray(0, jsonBytes)), frame.subarray(jsonBytes), jsonBytes);
  }

  return (part) => {
    for (let at = 0; at < part.length;) {
      const next = part.subarray(at, at + target.length - filled);
      target.set(next, filled);
      filled += next.length;
      at += next.length;
      if (filled === target.length) onFilled();
    }
  };
}

function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString());
  } catch {
    throw new InvalidFrame('a frame contains no JSON');
  }
}
