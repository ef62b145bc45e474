import { crc32, deflateSync } from 'node:zlib';

// Animations whose frames change a single pixel, so that a file with many large frames stays small.

export interface AnimationOptions {
  width: number;
  height: number;
  frames: number;
}

const uint16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
};

function repeated(frame: Buffer, count: number): Buffer {
  return Buffer.alloc(frame.length * count, frame);
}

/** Returns a GIF89a. Each frame has 23 bytes. */
export function gifAnimation({ width, height, frames }: AnimationOptions): Buffer {
  const colors = Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const control = Buffer.from([0x21, 0xf9, 4, 0, 2, 0, 0, 0]);
  const descriptor = Buffer.concat([Buffer.from([0x2c]), uint16(0, 0, 1, 1), Buffer.from([0])]);
  // LZW with codes of three bits: clear, colour 0, end.
  const pixel = Buffer.from([2, 2, 0x44, 0x01, 0]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    uint16(width, height),
    colors,
    repeated(Buffer.concat([control, descriptor, pixel]), frames),
    Buffer.from([0x3b]),
  ]);
}

/** Returns a grey PNG, which is animated if it has more than one frame. The first frame is the whole picture. */
export function pngAnimation({ width, height, frames }: AnimationOptions): Buffer {
  const picture = chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height), { level: 1 }));
  const pixel = deflateSync(Buffer.from([0, 255]));
  let sequence = 0;
  const control = (frameWidth: number, frameHeight: number) =>
    chunk(
      'fcTL',
      Buffer.concat([
        uint32(sequence++, frameWidth, frameHeight, 0, 0),
        Buffer.from([0, 1, 0, 25]), // The frame is shown for 1/25 s.
        Buffer.from([0, 0]),
      ]),
    );
  const animated = [chunk('acTL', uint32(frames, 0)), control(width, height), picture];
  for (let frame = 1; frame < frames; frame++)
    animated.push(control(1, 1), chunk('fdAT', Buffer.concat([uint32(sequence++), pixel])));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([uint32(width, height), Buffer.from([8, 0, 0, 0, 0])])),
    ...(frames === 1 ? [picture] : animated),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
}

/** A lossless WebP of one pixel, without its header. */
const webpPixel = riffChunk('VP8L', Buffer.from('2f00000010071011118888fe0700', 'hex').subarray(0, 13));

export function webpAnimation({ width, height, frames }: AnimationOptions): Buffer {
  const canvas = Buffer.alloc(10);
  canvas[0] = 2;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([40, 0, 0, 0]), webpPixel]));
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', canvas),
    riffChunk('ANIM', Buffer.alloc(6)),
    repeated(frame, frames),
  ]);
  return riffChunk('RIFF', content);
}

function riffChunk(type: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), size, content, Buffer.alloc(content.length % 2)]);
}
