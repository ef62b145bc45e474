import { measureContent } from '../activities/measure/measure-content.ts';
import { fileTypeOf } from '../domain/asset-type.ts';
import type { Benchmark } from './benchmark.ts';
import { countedFile, indexBytes } from './media-files.ts';
import { WrongAnswer } from './wrong-answer.ts';

const kib = 1024;

interface Limit {
  gets: number;
  bytes: number;
}

/** How much of each may be read. */
async function limitOf(name: string, file: string, leaves: number): Promise<Limit> {
  if (name.endsWith('.avi')) return { gets: 4, bytes: 2 ** 22 };
  if (name.endsWith('.mkv')) return { gets: 4, bytes: 512 * kib };
  if (name.startsWith('fragments')) return { gets: 4, bytes: 256 * kib };
  if (name.endsWith('.pdf')) return { gets: leaves + 8, bytes: Infinity };
  return { gets: 3, bytes: (await indexBytes(file)) + 96 * kib };
}

export const measurementReads: Benchmark = {
  name: 'measurement-reads',
  title: 'ranged reads that the price of a file takes',
  async run(bed) {
    const notes = [
      '| file | size | GETs | read | of the file | limit | |',
      '| --- | --- | --- | --- | --- | --- | --- |',
    ];
    let over = 0;
    for (const [name, file] of Object.entries(await bed.mediaFiles())) {
      const { source, counts, close } = await countedFile(file);
      const measured = await measureContent(source, { mimeType: fileTypeOf(name)!.mimeType });
      close();
      if (measured.outcome !== 'measured') throw new WrongAnswer(`${name}: ${JSON.stringify(measured)}`);
      const expected = name.endsWith('.pdf') ? 500 : 1_800;
      if (Math.round(measured.value!) !== expected)
        throw new WrongAnswer(`${name} measured ${measured.value}`);
      const limit = await limitOf(name, file, 500);
      const within = counts.gets <= limit.gets && counts.bytes <= limit.bytes;
      if (!within) over++;
      const told = Number.isFinite(limit.bytes)
        ? `${limit.gets}, ${Math.round(limit.bytes / kib)} KiB`
        : `${limit.gets}`;
      notes.push(
        `| ${name} | ${(source.sizeBytes / 2 ** 20).toFixed(1)} MiB | ${counts.gets} | ${Math.round(counts.bytes / kib)} KiB ` +
          `| ${((100 * counts.bytes) / source.sizeBytes).toFixed(2)} % | ${told} | ${within ? 'met' : 'MISSED'} |`,
      );
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
