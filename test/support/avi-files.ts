/** Returns a chunk of an AVI file: its code, its size, and the padded data. */
export function aviChunk(code: string, ...parts: Uint8Array[]): Buffer {
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(code, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function aviList(code: string, type: string, ...parts: Uint8Array[]): Buffer {
  return aviChunk(code, Buffer.from(type, 'latin1'), ...parts);
}

/** Returns the given numbers as little-endian 32-bit integers. */
function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4));
  return bytes;
}

/**
 * Returns an OpenDML AVI file with one video stream at 25 frames per second.
 * @param parts number of RIFF chunks
 * @param picturesInPart number of frames in each RIFF chunk
 * @param headerPictures number of frames that the header declares
 */
export function openDmlAvi(parts: number, picturesInPart: number, headerPictures: number): Buffer {
  const picture = aviChunk('00dc', Buffer.alloc(600, 'picture'));
  const strh = Buffer.concat([
    Buffer.from('vidsMJPG'),
    longs(0, 0, 0, 1, 25, 0, headerPictures, 0, 0, 0, 0, 0),
  ]);
  const strf = Buffer.concat([
    longs(40, 160, 120),
    Buffer.from('010018004d4a5047', 'hex'),
    longs(57_600, 0, 0, 0, 0),
  ]);
  const build = (indexes: readonly { offset: number; sizeBytes: number }[]): Buffer => {
    const superIndex = Buffer.concat([
      Buffer.from([4, 0, 0, 0]),
      longs(indexes.length),
      Buffer.from('00dc'),
      longs(0, 0, 0),
      ...indexes.map(({ offset, sizeBytes }) => longs(offset, 0, sizeBytes, picturesInPart)),
    ]);
    return aviList(
      'LIST',
      'hdrl',
      aviChunk('avih', longs(40_000, 0, 0, 0, picturesInPart, 0, 1, 0, 160, 120, 0, 0, 0, 0)),
      aviList('LIST', 'strl', aviChunk('strh', strh), aviChunk('strf', strf), aviChunk('indx', superIndex)),
      aviList('LIST', 'odml', aviChunk('dmlh', longs(headerPictures))),
    );
  };
  const header = build(Array.from({ length: parts }, () => ({ offset: 0, sizeBytes: 0 })));
  const riffs: ((index: Buffer) => Buffer)[] = [];
  const indexes: { offset: number; sizeBytes: number; bytes: Buffer }[] = [];
  const pictures = Buffer.concat(Array.from({ length: picturesInPart }, () => picture));
  let at = 0;
  for (let part = 0; part < parts; part++) {
    // The media data starts after the RIFF header with its type, the AVI header (only in the first part), and the LIST
    // header with its type.
    const media = at + 12 + (part === 0 ? header.length : 0) + 12;
    const entries = Array.from({ length: picturesInPart }, (_, index) =>
      longs(index * picture.length + 8, picture.length - 8),
    );
    const bytes = aviChunk(
      'ix00',
      Buffer.from([2, 0, 0, 1]),
      longs(picturesInPart),
      Buffer.from('00dc'),
      longs(media, 0, 0),
      ...entries,
    );
    indexes.push({ offset: media + pictures.length, sizeBytes: bytes.length, bytes });
    riffs.push((head) => {
      const list = aviList('LIST', 'movi', pictures, bytes);
      return part === 0 ? aviList('RIFF', 'AVI ', head, list) : aviList('RIFF', 'AVIX', list);
    });
    at = media + pictures.length + bytes.length;
  }
  const head = build(indexes);
  return Buffer.concat(riffs.map((riff) => riff(head)));
}
