/** @module-tag long */

import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { catalogue } from '@assay/analysis/sidekicks/catalogue.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { skipUpdate } from '../../../workflows/operator-controls.ts';
import { until, untilDone, uploadFile, useStackDatabase, useTenant } from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { registerCustom } from '../../../test/support/custom-sidekicks.ts';
import { mediaOf, submitLive } from '../../../test/support/live.ts';
import { openConsole, setHidden } from './console-page.ts';
import { dataConverterOf } from '../../../tools/local/stack/data-converter.ts';

// The states of the sidekicks on the page of a submission, while a video is decoded and examined.

const database = useStackDatabase();
const tenant = useTenant(database);
const chromium = useBrowser();

let video: Buffer;
beforeAll(async () => {
  const part = path.join(inject('scratchDir'), 'progress.mp4');
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=25:duration=10',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=10',
  ];
  await make(part, [...sources, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']);
  // Decoding takes longer than the five seconds between two reports of its progress.
  video = await mediaOf('mp4', ['-stream_loop', '17', '-i', part, '-c', 'copy']);
});

/** Submits the video, and opens the page of the submission. */
async function submit(sidekickIds: readonly string[]) {
  const blobPath = await uploadFile(tenant.live, 'video.mp4', 'video/mp4', video);
  const { submissionId, assets } = (await submitLive(tenant, [blobPath], sidekickIds)).body;
  const opened = await openConsole(chromium.browser, database, {
    workspaceId: tenant.workspaceId,
    path: `/${tenant.workspaceId}/live/submissions/${submissionId}`,
    role: 'viewer',
  });
  return { submissionId: submissionId as string, assetId: assets[0].assetId as string, ...opened };
}

const states = (page: Page) => page.getByRole('list', { name: 'Sidekicks of video.mp4' });
const asked = (requests: readonly string[]) => requests.filter((url) => url.endsWith('/progress')).length;

test('shows how much is decoded, and then what a sidekick found', async () => {
  const { id, name } = catalogue.find(({ code }) => code === 'video-qc')!;
  const { submissionId, page, requests, faults } = await submit([id]);
  const state = states(page).getByRole('listitem').filter({ hasText: name });
  const shares: number[] = [];
  await until(
    () => state.textContent(),
    (text) => {
      const share = /Decoding (\d+) %/.exec(text ?? '')?.[1];
      if (share !== undefined && Number(share) !== shares.at(-1)) shares.push(Number(share));
      return /No findings|\d findings?$/.test(text ?? '');
    },
    100_000,
  );
  expect(shares.length).toBeGreaterThan(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  await untilDone(tenant.live, submissionId);
  await page
    .getByRole('list', { name: 'Issues of video.mp4' })
    .or(page.getByText('No issues were found.'))
    .waitFor();
  // A finished asset does not change.
  const before = asked(requests);
  await setTimeout(5_000);
  expect(asked(requests)).toBe(before);
  expect(faults).toEqual([]);
});

test('a hidden tab asks for no progress', async () => {
  const { id } = await registerCustom(database, tenant.workspaceId, {
    code: 'idle',
    assetTypes: ['video'],
    taskQueue: `nobody-${tenant.workspaceId}`,
    maxWaitSeconds: 600,
  });
  const { submissionId, assetId, page, requests } = await submit([id]);
  await states(page).getByText('Running').waitFor();
  await setHidden(page, true);
  await setTimeout(500);
  const before = requests.length;
  await setTimeout(5_000);
  expect(requests.length).toBe(before);
  await setHidden(page, false);
  const connection = await Connection.connect({ address: inject('stack').temporalAddress });
  await new Client({ connection, dataConverter: dataConverterOf(inject('stack')) }).workflow
    .getHandle(submissionWorkflowId(submissionId, 1))
    .executeUpdate(skipUpdate, { args: [{ assetId, sidekick: 'idle' }] });
  await connection.close();
  await states(page).getByText('Skipped by the operator').waitFor();
});
