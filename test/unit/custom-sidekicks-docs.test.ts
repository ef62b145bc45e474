import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { parseFindings } from '../../activities/custom-sidekicks/parse-findings.ts';
import { sidekickRegistration } from '@assay/domain/contracts/sidekick-registration.ts';
import { answerLimits, type Examination } from '@assay/domain/examination.ts';

const page = await readFile(path.join(import.meta.dirname, '../../docs/custom-sidekicks.md'), 'utf8');
const [registration, examination, answer] = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(
  ([, text]) => JSON.parse(text!) as unknown,
);

test('the examples in the page match the contract', () => {
  const { rules, ...sidekick } = sidekickRegistration.parse(registration);
  const id = '0193a1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b';
  const described = {
    ...sidekick,
    id,
    decodes: false,
    readsText: false,
    rules: rules.map((rule) => ({ id, ...rule })),
  };
  expect(parseFindings(described satisfies SidekickDescription, answer)).toHaveLength(1);
  const { code, version } = sidekick;
  expect((examination as Examination).sidekick).toEqual({ id, code, version });
  for (const limit of [answerLimits.findings, answerLimits.bytes])
    expect(page).toContain(limit.toLocaleString('en'));
  expect(page).toContain(`${answerLimits.depth} levels`);
});

test('the registration file of the example is valid', async () => {
  const file = path.join(import.meta.dirname, '../../docs/examples/python-sidekick/sidekick.json');
  expect(sidekickRegistration.parse(JSON.parse(await readFile(file, 'utf8')))).toMatchObject({
    taskQueue: 'placeholder-text',
  });
});
