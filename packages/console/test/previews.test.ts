/** @module-tag long */

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { routes } from '../../../api/route-table.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { previewWorkflowId } from '@assay/domain/workflow-ids.ts';
import {
  type Answer,
  newTenant,
  submitSandbox,
  type Tenant,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
} from '../../../test/support/api.ts';
import { useBrowser } from '../../../test/support/browser.ts';
import { countedFrames, countedVideo } from '../../../test/support/counted-frames.ts';
import { mediaOf, pdfOf, submitLive } from '../../../test/support/live.ts';
import { dataConverterOf } from '../../../tools/local/stack/data-converter.ts';

// Previews of files that browsers cannot play. Chromium plays them, and shows the numbers that are drawn into their
// pictures.

const database = useStackDatabase();
const chromium = useBrowser();
const { operation } = routes.find(({ path: at }) => at.endsWith('/media'))!;
const tone = ['-f', 'lavfi', '-i', 'sine=duration=4'];

/** A submitted file. */
interface Submitted {
  tenant: Tenant;
  submissionId: string;
  assetId: string;
  /** URL path of the asset. */
  at: string;
}

let tenant: Tenant;
beforeAll(async () => {
  tenant = await newTenant(database);
});

/** Submits a file and waits until it is analysed. */
async function submitFile(name: string, type: string, bytes: Buffer): Promise<Submitted> {
  const blobPath = await uploadFile(tenant.live, name, type, bytes);
  const { submissionId, assets } = (await submitLive(tenant, [blobPath])).body;
  await untilDone(tenant.live, submissionId);
  const { assetId } = assets[0];
  return {
    tenant,
    submissionId,
    assetId,
    at: `/api/integrations/submissions/${submissionId}/assets/${assetId}`,
  };
}

const request = ({ at }: Submitted): Promise<Answer> => tenant.live('POST', `${at}/preview`);

async function readPreview({ at }: Submitted): Promise<any> {
  const { body } = await tenant.live('GET', `${at}/media`);
  return operation.responses[200]!.parse(body) && body.preview;
}

/** Requests a preview and waits until it is ready or has failed. */
async function untilMade(file: Submitted): Promise<any> {
  expect(await request(file)).toMatchObject({ status: 202, body: { status: 'making' } });
  return until(
    () => readPreview(file),
    ({ status }) => status !== 'making',
    60_000,
  );
}

async function temporal(): Promise<Client> {
  const connection = await Connection.connect({ address: inject('stack').temporalAddress });
  onTestFinished(() => connection.close());
  return new Client({ connection, dataConverter: dataConverterOf(inject('stack')) });
}

/** Returns the runs of the workflow of a preview. */
async function runsOf({ submissionId, assetId }: Submitted) {
  const query = `WorkflowId = "${previewWorkflowId(submissionId, assetId)}"`;
  return Array.fromAsync((await temporal()).workflow.list({ query }));
}

/** Returns the number in the picture that Chromium shows after it seeked to each time. */
async function numbersShown(url: string, times: readonly number[]): Promise<number[]> {
  const page = await chromium.browser.newPage({ viewport: { width: 480, height: 270 } });
  onTestFinished(() => page.close());
  await page.setContent(`<style>body { margin: 0 }</style><video width="480" height="270" muted></video>`);
  await page.evaluate(async (src) => {
    const video = document.querySelector('video')!;
    // The first frame may be shown after the data is loaded. A seek must not take it for its own.
    const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.src = src;
    await new Promise((resolve, reject) => {
      video.onloadeddata = () => shown.then(resolve);
      video.onerror = () => reject(new Error(video.error!.message));
    });
  }, url);
  const numbers = [];
  for (const at of times) {
    await page.evaluate(async (seconds) => {
      const video = document.querySelector('video')!;
      const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
      video.currentTime = seconds;
      await shown;
      await new Promise(requestAnimationFrame);
    }, at);
    const file = path.join(inject('scratchDir'), `${randomUUID()}.png`);
    await writeFile(file, await page.screenshot());
    numbers.push((await countedFrames(file))[0]!.number);
  }
  return numbers;
}

describe('a preview on demand', () => {
  const kinds: [name: string, type: string, rate: string, ...args: string[]][] = [
    [
      'prores.mov',
      'video/quicktime',
      '24000/1001',
      '-c:v',
      'prores_ks',
      '-pix_fmt',
      'yuv422p10le',
      '-c:a',
      'pcm_s24le',
    ],
    [
      'mjpeg.avi',
      'video/x-msvideo',
      '25',
      '-c:v',
      'mjpeg',
      '-q:v',
      '3',
      '-pix_fmt',
      'yuvj422p',
      '-c:a',
      'pcm_s16le',
    ],
    [
      'hevc.mkv',
      'video/x-matroska',
      '50',
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=error',
      '-c:a',
      'aac',
    ],
  ];
  // packages/analysis/test/preview compares the frames of more formats.
  test.for(kinds)('of %s plays in Chromium with the frames of the original', async (row) => {
    const [name, type, rate, ...args] = row;
    const bytes = await mediaOf(path.extname(name).slice(1), [...tone, ...countedVideo(rate, 4), ...args]);
    const file = await submitFile(name, type, bytes);
    expect(await readPreview(file)).toBeNull();
    const { url, expiresAt } = await untilMade(file);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 3_000_000);
    const { headers, body, status } = await fetch(url, { headers: { range: 'bytes=0-99' } });
    await body?.cancel();
    expect([status, headers.get('content-type')]).toEqual([206, 'video/mp4']);
    const original = path.join(inject('scratchDir'), `${randomUUID()}-${name}`);
    await writeFile(original, bytes);
    const frames = await countedFrames(original);
    const chosen = [0.9, 0.1, 0.5, 0.11, 0.99].map((share) => Math.floor(share * (frames.length - 1)));
    // Players show the frame that begins at or before the time.
    const times = chosen.map((index) => (frames[index]!.seconds + frames[index + 1]!.seconds) / 2);
    expect(await numbersShown(url, times)).toEqual(chosen);
    expect(await request(file)).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  test('of sound is AAC in an MP4 file', async () => {
    const file = await submitFile(
      'sound.wav',
      'audio/wav',
      await mediaOf('wav', [...tone, '-c:a', 'pcm_mulaw']),
    );
    const { url } = await untilMade(file);
    const { headers, body } = await fetch(url);
    await body?.cancel();
    expect(headers.get('content-type')).toBe('audio/mp4');
  });

  test('that 50 requests ask for at once is made by one workflow', async () => {
    const args = [...tone, ...countedVideo('25', 4), '-c:v', 'mpeg4', '-c:a', 'mp3'];
    const file = await submitFile('often.avi', 'video/x-msvideo', await mediaOf('avi', args));
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(file)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(
      new Set(['202 making']),
    );
    expect(
      await until(
        () => readPreview(file),
        ({ status }) => status !== 'making',
        60_000,
      ),
    ).toMatchObject({
      status: 'ready',
    });
    const runs = await until(
      () => runsOf(file),
      (list) => list[0]?.status.name === 'COMPLETED',
    );
    expect(runs).toHaveLength(1);
    expect(runs[0]!.type).toBe('makePreview');
    const { typedSearchAttributes: attributes } = runs[0]!;
    const { workspaceId, submissionId, outcome } = searchAttributes;
    expect([workspaceId, submissionId, outcome].map((name) => attributes.get({ ...name }))).toEqual([
      tenant.workspaceId,
      file.submissionId,
      'complete',
    ]);
  });

  test('fails for a file that cannot be decoded, and can be asked for once more after a pause', async () => {
    const args = [...countedVideo('25', 2), '-c:v', 'mpeg4', '-vtag', 'FMP4'];
    const bytes = await mediaOf('avi', args);
    const unknown = Buffer.from(bytes.toString('latin1').replaceAll('FMP4', 'ZZZZ'), 'latin1');
    const file = await submitFile('unknown.avi', 'video/x-msvideo', unknown);
    const failed = { status: 'failed', url: null, expiresAt: null };
    expect(await untilMade(file)).toEqual({ ...failed, isRetryable: true });
    expect((await request(file)).status).toBe(429);
    await database.query(
      `update previews set completed_at = completed_at - interval '5 minutes' where asset_id = $1`,
      [file.assetId],
    );
    expect(await untilMade(file)).toEqual({ ...failed, isRetryable: false });
    expect((await request(file)).status).toBe(409);
    expect(await runsOf(file)).toHaveLength(2);
  });
});

describe('no preview is made', () => {
  const conflict = (detail: string) => ({ status: 409, body: { detail: expect.stringContaining(detail) } });

  test('of a file that browsers play', async () => {
    const file = await submitFile('a.mp4', 'video/mp4', await mediaOf('mp4', countedVideo('25', 1)));
    expect(await request(file)).toMatchObject(conflict('Browsers play this file'));
    expect([await readPreview(file), await runsOf(file)]).toEqual([null, []]);
  });

  test('of a document', async () => {
    const file = await submitFile('a.pdf', 'application/pdf', pdfOf({ pages: 1 }));
    expect(await request(file)).toMatchObject(conflict('Only video and audio files'));
  });

  test('in the sandbox, which has no files', async () => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['pass'])).body;
    const at = `/api/integrations/submissions/${submissionId}/assets/${assets[0].assetId}`;
    expect(await tenant.sandbox('POST', `${at}/preview`)).toMatchObject(conflict('not in the sandbox'));
  });
});
