import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensurePdfinfo } from '../local/programs/pdfinfo.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, meanMs } from './compare.ts';
import { buildPicturePdf, type PicturePdfOptions } from './media/picture-pdf.ts';
import { withWarmParser } from './media/warm-parser.ts';

const run = promisify(execFile);

const documents: PicturePdfOptions[] = [
  { pages: 500, pictureBytes: 12_000, structure: 'table' },
  { pages: 2_000, pictureBytes: 5_000, structure: 'streams-last' },
];

export const measurementTimePdf: Benchmark = {
  name: 'measurement-time-pdf',
  title: 'measuring PDFs of 500 and 2,000 pages in a warm parser process, against pdfinfo on a local copy',
  async run(bench) {
    const { cacheDir, environment } = loadLocalConfig();
    await ensurePdfinfo(cacheDir, environment['PATH'] ?? '');
    const notes: string[] = [];
    let maxExcessMs = -Infinity;
    for (const options of documents) {
      const file = path.join(bench.directory, `${options.pages}.pdf`);
      await writeFile(file, buildPicturePdf(options));
      const { value, baseline } = await withWarmParser(file, 'application/pdf', (measure) =>
        compare(
          () => meanMs(measure),
          () => meanMs(() => run('pdfinfo', [file])),
        ),
      );
      maxExcessMs = Math.max(maxExcessMs, value - 2 * baseline);
      notes.push(
        `${options.pages} pages, ${options.structure}: ${value.toFixed(1)} ms, pdfinfo ${baseline.toFixed(1)} ms.`,
      );
    }
    return {
      measurement: {
        name: this.name,
        value: maxExcessMs,
        unit: 'ms more than twice pdfinfo',
        baseline: null,
        goal: { atMost: 50 },
      },
      notes,
    };
  },
};
