import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { findShippedProfile } from '@assay/analysis/profiles/shipped/index.ts';
import { report as reportSchema } from '@assay/domain/contracts/report.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { madeFiles } from '../../packages/analysis/test/support/made-files.ts';
import { runCheckHere } from '../../packages/analysis/test/support/run-check.ts';
import { newTenant, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { submitLive } from '../support/live.ts';
import { useTextReaders } from '../support/text-readers.ts';

const database = useStackDatabase();
const textReaders = useTextReaders();

interface Issue {
  ruleCode: string;
  severity: string;
  summary: string;
  details: string;
  anchor: unknown;
}

/** Returns what a verdict and its issues say, without ids and times of creation. */
const said = (verdict: unknown, issues: readonly Issue[]) => ({
  verdict,
  issues: issues
    .map(({ ruleCode, severity, summary, details, anchor }) => ({
      ruleCode,
      severity,
      summary,
      details,
      anchor,
    }))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
});

test.for(['podcast', 'web-image', 'print-pdf', 'accessible-pdf', 'web-video'])(
  '`assay check` and the service have the same verdict and issues for the files of %s',
  { tags: 'long', timeout: 300_000 },
  async (code) => {
    const directory = path.join(inject('scratchDir'), `parity-${process.pid}`);
    await mkdir(path.join(directory, code), { recursive: true });
    const tenant = await newTenant(database);
    const blobPaths: string[] = [];
    for (const { name, write } of madeFiles[code]!) {
      const file = path.join(directory, code, name);
      await write(file);
      blobPaths.push(await uploadFile(tenant.live, name, fileTypeOf(name)!.mimeType, await readFile(file)));
    }
    const created = await submitLive(tenant, blobPaths, [findShippedProfile(code)!.id]);
    const { stdout } = await runCheckHere([code, '--profile', code, '--format', 'json'], {
      cwd: directory,
      textReaders,
    });
    const reports = reportSchema.array().parse(JSON.parse(stdout));
    const done = await untilDone(tenant.live, created.body.submissionId as string);
    const assets = `/api/integrations/submissions/${done.body.submissionId}/assets`;
    const ofService: Record<string, unknown> = {};
    for (const { assetId, filename, verdict } of done.body.assets) {
      const { body } = await tenant.live('GET', `${assets}/${assetId}/issues`);
      ofService[filename] = said(verdict, body.issues);
    }
    const ofCheck = reports.map(({ asset, verdict, issues }) => [asset.name, said(verdict.verdict, issues)]);
    expect(ofService).toEqual(Object.fromEntries(ofCheck));
  },
);
