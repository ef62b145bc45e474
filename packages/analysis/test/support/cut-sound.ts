/** Returns an ID3v2.3 tag with `sizeBytes` bytes after its header. */
export function id3Tag(sizeBytes: number): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (sizeBytes >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), Buffer.alloc(sizeBytes)]);
}

/** Returns a WAV file with another first chunk id and other size fields of the file and of the sound. */
export function withSizes(wav: Buffer, { riff, data }: { riff: number; data: number }): Buffer {
  const copy = Buffer.from(wav);
  copy.writeUInt32LE(riff, 4);
  copy.writeUInt32LE(data, copy.indexOf('data') + 4);
  return copy;
}

/** Returns a WAV file as RF64 or BW64 (EBU Tech 3306, ITU-R BS.2088). The real sizes are in the chunk `ds64`. */
export function asLongWav(wav: Buffer, id: 'RF64' | 'BW64' = 'RF64'): Buffer {
  const ds64 = Buffer.alloc(36);
  ds64.write('ds64');
  ds64.writeUInt32LE(28, 4);
  ds64.writeBigUInt64LE(BigInt(wav.length - 8 + ds64.length), 8);
  ds64.writeBigUInt64LE(BigInt(wav.length - wav.indexOf('data') - 8), 16);
  const long = withSizes(wav, { riff: 0xffff_ffff, data: 0xffff_ffff });
  long.write(id);
  return Buffer.concat([long.subarray(0, 12), ds64, long.subarray(12)]);
}
