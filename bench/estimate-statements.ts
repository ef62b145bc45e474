import { createCall } from './call.ts';
import type { Benchmark } from './benchmark.ts';
import { startCountedApi } from './costs/counted-api.ts';
import { upload } from './upload.ts';
import { WrongAnswer } from './wrong-answer.ts';

/** As many as one estimate takes. */
const files = 50;

interface Estimate {
  files: { priceable: boolean }[];
}

export const estimateStatements: Benchmark = {
  name: 'estimate-statements',
  title: `SQL statements and S3 calls of one estimate of ${files} measured files, counted on the wire`,
  async run(bed) {
    const api = await startCountedApi(bed.stack);
    try {
      const live = createCall(api.url, bed.liveKey);
      const uploads: { blobPath: string }[] = [];
      for (let file = 0; file < files; file++)
        uploads.push(await upload(live, 'text.txt', 'text/plain', `Text ${file}.\n`));
      const estimate = () => live<Estimate>('POST', '/api/pricing/estimate', { files: uploads });
      await estimate();
      const { answer, cost } = await api.count(estimate);
      if (answer.files.length !== files || !answer.files.every(({ priceable }) => priceable))
        throw new WrongAnswer(`not everything was measured: ${JSON.stringify(answer)}`);
      const heads = cost.s3.filter((method) => method === 'HEAD').length;
      // A HEAD too few is as wrong as one too many: a file may have been overwritten.
      const beyond = Math.abs(heads - files) + cost.s3.length - heads;
      return {
        measurement: {
          name: this.name,
          value: cost.sql.length + beyond,
          unit: 'statements, and S3 calls beyond a HEAD a file',
          baseline: null,
          goal: { atMost: 2 },
        },
        notes: [
          `SQL: ${cost.sql.join(', ')}.`,
          `S3: ${heads} HEAD for ${files} files, ${cost.s3.length - heads} other calls.`,
        ],
      };
    } finally {
      await api.close();
    }
  },
};
