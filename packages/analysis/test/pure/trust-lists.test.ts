import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTrustLists } from '../../contract/trust-lists.ts';
import { createCredential } from '../support/certificates.ts';

let directory: string;
let pems: string[];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'assay-trust-lists-'));
  const roots = await Promise.all(['One', 'Two'].map((name) => createCredential(name, { authority: true })));
  pems = roots.map(({ certificate }) => `Subject\t${certificate.subject}\n${certificate.toString('pem')}\n`);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Replaces a file in one step, as an operator does. */
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

test('a trust list is read again after a change, and kept if the changed file cannot be used', async () => {
  const file = path.join(directory, 'signers.pem');
  const faults: string[] = [];
  const lists = createTrustLists({ signers: file, timeStamps: null, anchors: null }, (list, reason) =>
    faults.push(`${list}: ${reason}`),
  );
  await expect(lists.read()).rejects.toThrow('a trust list cannot be used');
  await replace(file, pems[0]!);
  expect(await lists.read()).toEqual({ signers: pems[0], timeStamps: null, anchors: null });
  expect(await lists.ages()).toEqual([{ list: 'signers', seconds: expect.closeTo(0, -2) as number }]);
  await replace(file, pems[1]!);
  expect((await lists.read()).signers).toBe(pems[1]);
  for (const broken of ['', 'no certificate', pems[0]!.slice(0, 300), pems[0]!.replace(/M/g, '-')]) {
    await replace(file, broken);
    expect((await lists.read()).signers).toBe(pems[1]);
  }
  expect(faults).toHaveLength(4);
  expect(faults[0]).toMatch(/^signers: .*signers\.pem: contains no certificate$/);
  await rm(file);
  expect((await lists.read()).signers).toBe(pems[1]);
  expect(await lists.ages()).toEqual([]);
});
