import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { make } from '../../local/samples/ffmpeg.ts';
import { runTool } from '../../local/programs/run-tool.ts';
import { growMatroska } from './grow-matroska.ts';
import { growMp4 } from './grow-mp4.ts';
import { buildPicturePdf, type PicturePdfOptions } from './picture-pdf.ts';

export interface MediaFile {
  path: string;
  kind: 'indexed' | 'fragments' | 'matroska' | 'pdf' | 'pdf-object-streams' | 'pdf-spread-streams';
  /** The length of the file, in whole seconds or in pages. */
  value: number;
}

const longSeconds = 1_800;
/** Duration of the short files in seconds, which results in about 1 MB. */
const shortSeconds = 12;
const grownBytes = 5 * 2 ** 30;

const growing = { mp4: growMp4, mkv: growMatroska };

/**
 * Containers that are made in three sizes. Each entry has a name, an extension, a kind, and ffmpeg's options for the
 * copy.
 */
const containers = [
  ['index-last', 'mp4', 'indexed', []],
  ['index-first', 'mp4', 'indexed', ['-movflags', '+faststart']],
  ['fragments', 'mp4', 'fragments', ['-movflags', '+frag_keyframe+empty_moov+default_base_moof']],
  ['cues-last', 'mkv', 'matroska', []],
  ['cues-first', 'mkv', 'matroska', ['-cues_to_front', '1']],
] as const;

/**
 * PDFs with a picture on each page. The pages are close together or far apart, or the page tree is in object streams.
 */
const documents: Record<string, PicturePdfOptions> = {
  'table-near.pdf': { pages: 500, pictureBytes: 12_000, structure: 'table' },
  'table-far.pdf': { pages: 200, pictureBytes: 200_000, structure: 'table' },
  'streams-last.pdf': { pages: 500, pictureBytes: 12_000, structure: 'streams-last' },
  // The object streams after the pages cross a boundary between two blocks of 64 KiB.
  'streams-split.pdf': { pages: 500, pictureBytes: 12_050, structure: 'streams-last' },
  'streams-spread.pdf': { pages: 500, pictureBytes: 12_000, structure: 'streams-spread' },
};

const documentKinds = {
  table: 'pdf',
  'streams-last': 'pdf-object-streams',
  'streams-spread': 'pdf-spread-streams',
} as const;

/**
 * Makes PDFs and videos, and returns the files by name. Each container has a video of 30 minutes, its first seconds,
 * and a copy grown to 5 GiB. Uploads cannot be larger than 5 GiB.
 */
export async function makeMediaFiles(directory: string): Promise<Record<string, MediaFile>> {
  await mkdir(directory, { recursive: true });
  const files: Record<string, MediaFile> = {};
  const add = (name: string, kind: MediaFile['kind'], value: number) => {
    files[name] = { path: path.join(directory, name), kind, value };
    return files[name].path;
  };
  const original = path.join(directory, 'original.mp4');
  await make(original, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${longSeconds}`],
    ...['-f', 'lavfi', '-i', `sine=duration=${longSeconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:a', '64k'],
  ]);
  const copy = (target: string, ...options: string[]) =>
    runTool('ffmpeg', ['-v', 'error', '-y', '-i', original, '-c', 'copy', ...options, target]);
  for (const [name, extension, kind, options] of containers) {
    const long = add(`${name}-150m.${extension}`, kind, longSeconds);
    await copy(add(`${name}-1m.${extension}`, kind, shortSeconds), '-t', String(shortSeconds), ...options);
    await copy(long, ...options);
    await growing[extension](long, add(`${name}-5g.${extension}`, kind, longSeconds), grownBytes);
  }
  await copy(add('clip.mov', 'indexed', longSeconds));
  for (const [name, options] of Object.entries(documents)) {
    await writeFile(add(name, documentKinds[options.structure], options.pages), buildPicturePdf(options));
  }
  return files;
}
