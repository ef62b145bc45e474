import { readFile } from 'node:fs/promises';
import { measureContent } from '@assay/analysis/measure/measure-content.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { WrongResult } from './api-call.ts';
import type { Benchmark } from './benchmark.ts';
import { openCountedFile, type ReadCounts } from './media/counted-file.ts';
import { indexBytes } from './media/grow-mp4.ts';
import type { MediaFile } from './media/media-files.ts';
import { probeOverHttp } from './media/probe-over-http.ts';

const kib = 1024;

/**
 * Returns limits on the number of reads and their total bytes. The measurement of a file must stay within at least one
 * of these limits.
 */
async function limitsOf({ kind, path, value }: MediaFile, sizeBytes: number): Promise<ReadCounts[]> {
  switch (kind) {
    case 'indexed':
      return [{ gets: 3, bytes: (await indexBytes(path)) + 96 * kib }];
    case 'fragments':
      return [{ gets: 4, bytes: 256 * kib }];
    case 'matroska':
      return [{ gets: 4, bytes: 512 * kib }];
    case 'pdf-object-streams':
      return [{ gets: 4, bytes: 128 * kib }];
    case 'pdf-spread-streams': {
      // The measurement reads the start, the end and every object stream, because each object stream contains pages.
      const streams = (await readFile(path, 'latin1')).split('/ObjStm').length - 1;
      return [{ gets: streams + 2, bytes: (streams + 2) * 32 * kib }];
    }
    case 'pdf':
      return [
        { gets: value + 8, bytes: Infinity },
        // Alternatively, the measurement reads the whole file once, in reads of 1 MiB.
        { gets: Math.ceil(sizeBytes / 2 ** 20) + 4, bytes: sizeBytes },
      ];
  }
}

/** Measures a file and counts the reads. Throws `WrongResult` if the measured duration or number of pages is wrong. */
async function countReads(name: string, { path, value }: MediaFile) {
  const { source, counts, close } = await openCountedFile(path);
  try {
    const measured = await measureContent(source, { mimeType: fileTypeOf(name)!.mimeType });
    if (measured.outcome !== 'measured') throw new WrongResult(`${name}: ${JSON.stringify(measured)}`);
    if (Math.round(measured.value!) !== value) throw new WrongResult(`${name} measured ${measured.value}`);
    return { sizeBytes: source.sizeBytes, counts };
  } finally {
    close();
  }
}

export const measurementReads: Benchmark = {
  name: 'measurement-reads',
  title: 'ranged reads for measuring a file of each kind',
  async run(bench) {
    const notes = [
      '| file | size | GETs, read | of the file | limit | | ffprobe over HTTP | ours to its bytes |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ];
    let over = 0;
    for (const [name, file] of Object.entries(await bench.mediaFiles())) {
      const { sizeBytes, counts } = await countReads(name, file);
      const limits = await limitsOf(file, sizeBytes);
      const within = limits.some(({ gets, bytes }) => counts.gets <= gets && counts.bytes <= bytes);
      if (!within) over++;
      const probed = file.kind.startsWith('pdf') ? null : await probeOverHttp(file.path);
      const cells = [
        name,
        `${(sizeBytes / 2 ** 20).toFixed(1)} MiB`,
        formatCounts(counts),
        `${((100 * counts.bytes) / sizeBytes).toFixed(2)} %`,
        limits.map(formatCounts).join(' or '),
        within ? 'met' : 'MISSED',
        probed === null ? '–' : formatCounts(probed),
        probed === null ? '–' : (counts.bytes / probed.bytes).toFixed(2),
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

function formatCounts({ gets, bytes }: ReadCounts): string {
  return Number.isFinite(bytes) ? `${gets}, ${Math.round(bytes / kib)} KiB` : `${gets}`;
}
