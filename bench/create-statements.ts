import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createCall } from './call.ts';
import type { Benchmark } from './benchmark.ts';
import { startCountedApi } from './costs/counted-api.ts';
import { WrongAnswer } from './wrong-answer.ts';

const times = 5;

export const createSubmissionStatements: Benchmark = {
  name: 'create-submission-statements',
  title: 'SQL round trips of one POST submission (sandbox, delayed), counted on the wire',
  async run(bed) {
    const api = await startCountedApi(bed.stack);
    try {
      const sandbox = createCall(api.url, bed.sandboxKey);
      const create = () =>
        sandbox('POST', '/api/integrations/submissions?simulationDelaySeconds=30', {
          assets: [{ blobPath: `${randomUUID()}/clip__sandbox_pass__.mp4` }],
          sidekickIds: ['any'],
        });
      const { cost } = await api.count(create);
      for (let time = 1; time < times; time++) {
        const again = await api.count(create);
        if (!isDeepStrictEqual(again.cost, cost)) {
          throw new WrongAnswer(`costs differ: ${cost.sql.join(', ')} and ${again.cost.sql.join(', ')}`);
        }
      }
      return {
        measurement: {
          name: this.name,
          value: cost.sql.length,
          unit: 'round trips',
          baseline: null,
          goal: { atMost: 4 },
        },
        notes: [`In this order: ${cost.sql.join(', ')}.`],
      };
    } finally {
      await api.close();
    }
  },
};
