import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { make } from '../local/samples/ffmpeg.ts';
import { buildPdf } from '../local/samples/pdf.ts';
import { runTool } from '../local/tools/run-tool.ts';
import type { RangedSource } from '../domain/ranged-source.ts';

/** A local file as a source that counts what is read of it. */
export async function countedFile(file: string) {
  const { size } = await stat(file);
  const descriptor = openSync(file, 'r');
  const counts = { gets: 0, bytes: 0 };
  const source: RangedSource = {
    sizeBytes: size,
    read(start, end) {
      counts.gets++;
      counts.bytes += end - start;
      const bytes = new Uint8Array(end - start);
      readSync(descriptor, bytes, 0, bytes.length, start);
      return Promise.resolve(bytes);
    },
    download: () => Promise.reject(new Error('a benchmark of ranged reads has no use for a copy')),
  };
  return { source, counts, close: () => closeSync(descriptor) };
}

const seconds = 1_800;

/** Half an hour of picture and sound in every container, and a PDF; answers their paths by their names. */
export async function makeMediaFiles(directory: string): Promise<Record<string, string>> {
  await mkdir(directory, { recursive: true });
  const at = (name: string) => path.join(directory, name);
  const last = at('index-last.mp4');
  await make(last, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:a', '64k'],
  ]);
  const copy = (name: string, ...options: string[]) =>
    runTool('ffmpeg', ['-v', 'error', '-y', '-i', last, '-c', 'copy', ...options, at(name)]);
  await copy('index-first.mp4', '-movflags', '+faststart');
  await copy('fragments.mp4', '-movflags', '+frag_keyframe+empty_moov+default_base_moof');
  await copy('clip.mov');
  await copy('cues.mkv');
  await copy('index.avi');
  await withHole(last, at('five-gigabytes.mp4'), 5 * 2 ** 30);
  await writeFile(at('flat.pdf'), buildPdf({ pages: 500 }), 'latin1');
  return Object.fromEntries(
    [
      'index-last.mp4',
      'index-first.mp4',
      'five-gigabytes.mp4',
      'fragments.mp4',
      'clip.mov',
      'cues.mkv',
      'index.avi',
      'flat.pdf',
    ].map((name) => [name, at(name)]),
  );
}

/**
 * Copies an MP4 whose index is last to one of this size, with nothing on disk where it grew: behind the media data,
 * within their box, so that every offset stays what it is (ISO/IEC 14496-12, 4.2 and 8.1.1).
 */
async function withHole(file: string, target: string, sizeBytes: number): Promise<void> {
  const bytes = await readFile(file);
  const free = bytes.indexOf('free') - 4;
  const dataBox = free + 8;
  const dataBytes = bytes.readUInt32BE(dataBox);
  const index = bytes.subarray(dataBox + dataBytes);
  const indexAt = sizeBytes - index.length;
  // The empty box before it is there to make room for a size of 64 bits.
  bytes.writeUInt32BE(1, free);
  bytes.write('mdat', free + 4, 'latin1');
  bytes.writeBigUInt64BE(BigInt(indexAt - free), free + 8);
  const handle = await open(target, 'w');
  try {
    await handle.write(bytes.subarray(0, dataBox + dataBytes), 0, undefined, 0);
    await handle.write(index, 0, undefined, indexAt);
  } finally {
    await handle.close();
  }
}

/** The size of an MP4's index: the box called moov. */
export async function indexBytes(file: string): Promise<number> {
  const handle = await open(file);
  const header = Buffer.alloc(16);
  try {
    for (let at = 0; ;) {
      const { bytesRead } = await handle.read(header, 0, 16, at);
      if (bytesRead < 8) throw new Error(`${file} has no moov`);
      const short = header.readUInt32BE(0);
      const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
      if (header.toString('latin1', 4, 8) === 'moov') return size;
      at += size;
    }
  } finally {
    await handle.close();
  }
}
