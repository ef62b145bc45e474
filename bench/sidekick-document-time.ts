import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createParsers, type Parsers } from '../analysis/media-runtime.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { countedFile } from './media/counted-file.ts';
import { buildTextPdf } from './media/text-pdf.ts';
import type { TextJob } from './processes/bare-text.ts';
import { WrongAnswer } from './wrong-answer.ts';

const pages = 2_000;
const maxComputeMs = 5 * 60_000;

export const sidekickDocumentTime: Benchmark = {
  name: 'sidekick-document-time',
  title: `the sidekicks document and claims on a PDF of ${pages} pages against pdf.js extracting its text`,
  async run(bed) {
    const file = path.join(bed.directory, 'text.pdf');
    await writeFile(file, buildTextPdf(pages));
    const bare = bed.start<TextJob, { pages: number }>('bare-text.ts');
    const parsers = createParsers();
    const extract = () =>
      timed(async () => {
        const answer = await bare.ask({ file });
        if (answer.pages !== pages) throw new WrongAnswer(`pdf.js found ${answer.pages} pages`);
      });
    const inspected: number[] = [];
    try {
      // Both processes have done it before.
      await Promise.all([extract(), inspect(parsers, file), findClaims(parsers, file)]);
      const { value, baseline } = await compare(async () => {
        const inspectMs = await timed(() => inspect(parsers, file));
        inspected.push(inspectMs);
        return inspectMs + (await timed(() => findClaims(parsers, file)));
      }, extract);
      return {
        measurement: { name: this.name, value, unit: 'ms', baseline, goal: { atMost: 3 } },
        notes: [`Of it, the sidekick document takes ${Math.round(Math.min(...inspected))} ms and more.`],
      };
    } finally {
      parsers.close();
      bare.close();
    }
  },
};

async function inspect(parsers: Parsers, file: string): Promise<void> {
  const facts = await withFile(file, (source) => parsers.run('inspectDocument', undefined, source, limits()));
  if (facts.missingFonts.first[0]?.pageCount !== pages) throw new WrongAnswer('not every page was inspected');
}

async function findClaims(parsers: Parsers, file: string): Promise<void> {
  const input = { mimeType: 'application/pdf' };
  const claims = await withFile(file, (source) => parsers.run('findClaims', input, source, limits()));
  const found = claims?.['health.proven']?.count;
  if (found !== pages / 10) throw new WrongAnswer(`${found} claims were found`);
}

const limits = () => ({ signal: new AbortController().signal, maxComputeMs });

async function withFile<T>(
  file: string,
  use: (source: Awaited<ReturnType<typeof countedFile>>['source']) => Promise<T>,
): Promise<T> {
  const { source, close } = await countedFile(file);
  try {
    return await use(source);
  } finally {
    close();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
