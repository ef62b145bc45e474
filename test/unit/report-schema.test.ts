import { expect, test } from 'vitest';
import { reportJsonSchema } from '@assay/domain/contracts/report.ts';

test('docs/report.schema.json is the schema of the reports', async () => {
  const schema = `${JSON.stringify(reportJsonSchema(), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot('../../docs/report.schema.json');
});
