import { readFile } from 'node:fs/promises';
import { measureContent } from '../analysis/measure/measure-content.ts';
import { fileTypeOf } from '../domain/asset-type.ts';
import type { Benchmark } from './benchmark.ts';
import { countedFile, type ReadCounts } from './media/counted-file.ts';
import { indexBytes } from './media/grow-mp4.ts';
import type { MediaFile } from './media/media-files.ts';
import { probeOverHttp } from './media/probe-over-http.ts';
import { WrongAnswer } from './wrong-answer.ts';

const kib = 1024;

/** How much of a file of each kind may be read; within any one of several is enough. */
async function limitsOf({ kind, path, value }: MediaFile, sizeBytes: number): Promise<ReadCounts[]> {
  switch (kind) {
    case 'indexed':
      return [{ gets: 3, bytes: (await indexBytes(path)) + 96 * kib }];
    case 'fragments':
      return [{ gets: 4, bytes: 256 * kib }];
    case 'matroska':
      return [{ gets: 4, bytes: 512 * kib }];
    case 'avi':
      // Its head, that of the index, the index, and eight chunks that are looked at.
      return [{ gets: 11, bytes: 2 ** 22 }];
    case 'pdf-object-streams':
      return [{ gets: 4, bytes: 128 * kib }];
    case 'pdf-spread-streams': {
      // Its head, its end, and each object stream between, as each has pages.
      const streams = (await readFile(path, 'latin1')).split('/ObjStm').length - 1;
      return [{ gets: streams + 2, bytes: (streams + 2) * 32 * kib }];
    }
    case 'pdf':
      return [
        { gets: value + 8, bytes: Infinity },
        // One pass over the whole file, in reads of a megabyte.
        { gets: Math.ceil(sizeBytes / 2 ** 20) + 4, bytes: sizeBytes },
      ];
  }
}

/** Measures a file, and throws when it is not measured for what it is; answers what was read of it. */
async function readsOf(name: string, { path, value }: MediaFile) {
  const { source, counts, close } = await countedFile(path);
  try {
    const measured = await measureContent(source, { mimeType: fileTypeOf(name)!.mimeType });
    if (measured.outcome !== 'measured') throw new WrongAnswer(`${name}: ${JSON.stringify(measured)}`);
    if (Math.round(measured.value!) !== value) throw new WrongAnswer(`${name} measured ${measured.value}`);
    return { sizeBytes: source.sizeBytes, counts };
  } finally {
    close();
  }
}

export const measurementReads: Benchmark = {
  name: 'measurement-reads',
  title: 'ranged reads that the price of a file takes',
  async run(bed) {
    const notes = [
      '| file | size | GETs, read | of the file | limit | | ffprobe over HTTP | ours to its bytes |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ];
    let over = 0;
    for (const [name, file] of Object.entries(await bed.mediaFiles())) {
      const { sizeBytes, counts } = await readsOf(name, file);
      const limits = await limitsOf(file, sizeBytes);
      const within = limits.some(({ gets, bytes }) => counts.gets <= gets && counts.bytes <= bytes);
      if (!within) over++;
      const probed = file.kind.startsWith('pdf') ? null : await probeOverHttp(file.path);
      const cells = [
        name,
        `${(sizeBytes / 2 ** 20).toFixed(1)} MiB`,
        inWords(counts),
        `${((100 * counts.bytes) / sizeBytes).toFixed(2)} %`,
        limits.map(inWords).join(' or '),
        within ? 'met' : 'MISSED',
        ...compared(counts, probed),
      ];
      notes.push(`| ${cells.join(' | ')} |`);
    }
    return {
      measurement: {
        name: this.name,
        value: over,
        unit: 'files over their limit',
        baseline: null,
        goal: { atMost: 0 },
      },
      notes,
    };
  },
};

function inWords({ gets, bytes }: ReadCounts): string {
  return Number.isFinite(bytes) ? `${gets}, ${Math.round(bytes / kib)} KiB` : `${gets}`;
}

/** What ffprobe reads, and how many times that ours is. */
function compared(counts: ReadCounts, probed: ReadCounts | null): [string, string] {
  return probed === null ? ['–', '–'] : [inWords(probed), (counts.bytes / probed.bytes).toFixed(2)];
}
