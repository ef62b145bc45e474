import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { estimate as estimateSchema } from '../../domain/contracts/pricing.ts';
import { uploadUrl } from '../../domain/contracts/upload.ts';
import { buildPdf } from '../../local/samples/pdf.ts';
import { makePhoto } from '../../local/samples/photo.ts';
import { makeVideo } from '../../local/samples/video.ts';
import { newTenant, type Tenant, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';

const database = useStackDatabase();
const submissions = '/api/integrations/submissions';
const sample = (name: string) => path.join(inject('scratchDir'), `api-${name}`);
let everySidekick: string[];
let videoQc: string;

beforeAll(async () => {
  await makeVideo(sample('video.mp4'));
  await makePhoto(sample('photo.jpg'));
  const tenant = await newTenant(database);
  const { sidekicks } = (await tenant.live('GET', '/api/integrations/sidekicks')).body;
  everySidekick = sidekicks.map((sidekick: { id: string }) => sidekick.id);
  videoQc = sidekicks.find((sidekick: { code: string }) => sidekick.code === 'video-qc').id;
});

const estimate = (tenant: Tenant, ...blobPaths: string[]) =>
  tenant.live('POST', '/api/pricing/estimate', { files: blobPaths.map((blobPath) => ({ blobPath })) });

const submit = (tenant: Tenant, blobPaths: string[], sidekickIds = everySidekick) =>
  tenant.live('POST', submissions, { assets: blobPaths.map((blobPath) => ({ blobPath })), sidekickIds });

async function ledgerOf(tenant: Tenant): Promise<{ kind: string; credits: number }[]> {
  const { rows } = await database.query('select kind, credits from ledger_entries where workspace_id = $1', [
    tenant.workspaceId,
  ]);
  return rows;
}

describe('an upload URL', () => {
  test('takes the bytes with the headers it names, and no others', async () => {
    const tenant = await newTenant(database);
    const { status, body } = await tenant.live('POST', '/uploads/url', {
      filename: 'a.txt',
      contentType: 'text/plain',
      contentLength: 5,
    });
    expect(status).toBe(200);
    expect(uploadUrl.parse(body)).toMatchObject({
      method: 'PUT',
      headers: { 'Content-Type': 'text/plain', 'Content-Length': '5' },
    });
    expect(body.blobPath).toMatch(/^[0-9a-f-]{36}\/a\.txt$/);
    const inAnHour = Date.parse(body.expiresAt) - Date.now();
    expect(inAnHour).toBeGreaterThan(3_590_000);
    expect(inAnHour).toBeLessThanOrEqual(3_600_000);
    const put = (bytes: string, headers: Record<string, string>) =>
      fetch(body.uploadUrl, { method: 'PUT', headers, body: bytes });
    expect((await put('longer', { 'Content-Type': 'text/plain' })).status).toBe(403);
    expect((await put('12345', { 'Content-Type': 'text/html' })).status).toBe(403);
    expect((await put('12345', { 'Content-Type': 'text/plain' })).status).toBe(200);
  });

  test('is given under either path, for sandbox keys too', async () => {
    const tenant = await newTenant(database);
    const body = { filename: 'a.pdf', contentType: 'application/pdf' };
    expect((await tenant.sandbox('POST', '/uploads/url', body)).status).toBe(200);
    expect((await tenant.live('POST', '/api/integrations/uploads/url', body)).status).toBe(200);
  });

  test.for([
    [{ filename: 'a.exe', contentType: 'application/x-msdownload' }, 415],
    [{ filename: 'a.mp4', contentType: 'image/png' }, 415],
    [{ filename: 'a', contentType: 'image/png' }, 415],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: 50 * 2 ** 20 + 1 }, 413],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: 50 * 2 ** 20 }, 200],
    [{ filename: 'a.wav', contentType: 'audio/x-wav' }, 200],
    [{ filename: 'A.TXT', contentType: 'Text/Plain; charset=utf-8' }, 200],
    [{ filename: 'a/b.jpg', contentType: 'image/jpeg' }, 422],
    [{ filename: '', contentType: 'image/jpeg' }, 422],
    [{ filename: 'a.jpg' }, 422],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: -1 }, 422],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: 1.5 }, 422],
  ] as const)('for %j is answered %i', async ([body, status]) => {
    const tenant = await newTenant(database);
    expect((await tenant.live('POST', '/uploads/url', body)).status).toBe(status);
  });
});

describe('an estimate', () => {
  test('tells the measured price of each file, in order, and their sum', async () => {
    const tenant = await newTenant(database);
    const video = await uploadFile(
      tenant.live,
      'video.mp4',
      'video/mp4',
      await readFile(sample('video.mp4')),
    );
    const photo = await uploadFile(
      tenant.live,
      'photo.jpg',
      'image/jpeg',
      await readFile(sample('photo.jpg')),
    );
    const pdf = await uploadFile(
      tenant.live,
      'a.pdf',
      'application/pdf',
      Buffer.from(buildPdf({ pages: 4 })),
    );
    const { status, body } = await estimate(tenant, pdf, video, photo);
    expect(status).toBe(200);
    expect(estimateSchema.parse(body)).toEqual({
      files: [
        {
          blobPath: pdf,
          assetType: 'document',
          metric: 'pages',
          metricValue: 4,
          credits: 4,
          priceable: true,
        },
        {
          blobPath: video,
          assetType: 'video',
          metric: 'durationSeconds',
          metricValue: 20,
          credits: 2,
          priceable: true,
        },
        { blobPath: photo, assetType: 'image', metric: null, metricValue: null, credits: 1, priceable: true },
      ],
      totalCredits: 7,
    });
    expect(await ledgerOf(tenant)).toEqual([]);
  });

  test('of nothing is nothing', async () => {
    const tenant = await newTenant(database);
    for (const body of [{}, { files: [] }]) {
      expect(await tenant.live('POST', '/api/pricing/estimate', body)).toMatchObject({
        status: 200,
        body: { files: [], totalCredits: 0 },
      });
    }
  });

  test('leaves out what cannot be priced', async () => {
    const tenant = await newTenant(database);
    const broken = await uploadFile(tenant.live, 'a.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nbroken'));
    const mismatch = await uploadFile(
      tenant.live,
      'b.pdf',
      'application/pdf',
      await readFile(sample('photo.jpg')),
    );
    const { blobPath: missing } = (
      await tenant.live('POST', '/uploads/url', { filename: 'c.pdf', contentType: 'application/pdf' })
    ).body;
    const good = await uploadFile(
      tenant.live,
      'd.pdf',
      'application/pdf',
      Buffer.from(buildPdf({ pages: 2 })),
    );
    const { body } = await estimate(tenant, broken, mismatch, missing, good);
    expect(
      body.files.map((file: { priceable: boolean; credits: number }) => [file.priceable, file.credits]),
    ).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
      [true, 2],
    ]);
    expect(body.totalCredits).toBe(2);
  });

  test('in the sandbox costs nothing and needs no upload', async () => {
    const tenant = await newTenant(database);
    const [video, unknown] = [`${randomUUID()}/a.mp4`, `${randomUUID()}/a.xyz`];
    const files = [{ blobPath: video }, { blobPath: unknown }];
    expect((await tenant.sandbox('POST', '/api/pricing/estimate', { files })).body).toEqual({
      files: [
        {
          blobPath: video,
          assetType: 'video',
          metric: 'durationSeconds',
          metricValue: null,
          credits: 0,
          priceable: true,
        },
        { blobPath: unknown, assetType: null, metric: null, metricValue: null, credits: 0, priceable: true },
      ],
      totalCredits: 0,
    });
  });

  test('is refused for a blob path that was never issued, or issued to another workspace', async () => {
    const [mine, theirs] = [await newTenant(database), await newTenant(database)];
    const foreign = await uploadFile(theirs.live, 'a.txt', 'text/plain', Buffer.from('text'));
    const renamed = (await uploadFile(mine.live, 'a.txt', 'text/plain', Buffer.from('text'))).replace(
      'a.txt',
      'b.txt',
    );
    for (const blobPath of [foreign, renamed, `${randomUUID()}/a.txt`, 'nonsense']) {
      expect(await estimate(mine, blobPath)).toMatchObject({
        status: 403,
        body: { detail: 'Invalid blob path' },
      });
    }
  });
});

describe('a live submission', () => {
  test(
    'is charged what the estimate said, examined, and keeps its price afterwards',
    { timeout: 60_000 },
    async () => {
      const tenant = await newTenant(database);
      const blobPath = await uploadFile(
        tenant.live,
        'video.mp4',
        'video/mp4',
        await readFile(sample('video.mp4')),
      );
      const before = await estimate(tenant, blobPath);
      const created = await submit(tenant, [blobPath]);
      expect(created.status).toBe(201);
      expect(created.body.creditsCharged).toBe(before.body.totalCredits);
      const done = await untilDone(tenant.live, created.body.submissionId);
      expect(done.body).toMatchObject({ status: 'complete', environment: 'live', creditsCharged: 2 });
      expect(done.body.assets[0]).toMatchObject({
        metric: 'durationSeconds',
        metricValue: 20,
        credits: 2,
        issueCount: 3,
      });
      expect(await ledgerOf(tenant)).toEqual([{ kind: 'charge', credits: 2 }]);
      expect((await estimate(tenant, blobPath)).body).toEqual(before.body);
    },
  );

  test('of an asset that was submitted before is refused, and charged once', async () => {
    const tenant = await newTenant(database);
    const blobPath = await uploadFile(
      tenant.live,
      'photo.jpg',
      'image/jpeg',
      await readFile(sample('photo.jpg')),
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(tenant, [blobPath])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await submit(tenant, [blobPath])).toMatchObject({
      status: 409,
      body: { detail: 'Asset already submitted' },
    });
    expect(await ledgerOf(tenant)).toEqual([{ kind: 'charge', credits: 1 }]);
  });

  test.for([
    ['a PNG named .jpg', 'a.jpg', 'image/jpeg', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 415],
    ['HTML named .txt', 'a.txt', 'text/plain', '<!doctype html><p>hi', 415],
    ['an empty file', 'a.txt', 'text/plain', '', 415],
    ['a text named .pdf', 'a.pdf', 'application/pdf', 'this is no PDF', 415],
    ['a PDF without pages', 'a.pdf', 'application/pdf', '%PDF-1.7\nbroken', 422],
  ] as const)(
    'of %s is refused, and nothing is stored or charged',
    async ([, filename, contentType, content, status]) => {
      const tenant = await newTenant(database);
      const blobPath = await uploadFile(tenant.live, filename, contentType, Buffer.from(content, 'latin1'));
      const answer = await submit(tenant, [blobPath]);
      expect(answer.status).toBe(status);
      if (status === 415) expect(answer.body.detail).toContain(filename);
      else expect(answer.body.fields).toMatchObject([{ field: 'assets.0.blobPath' }]);
      expect(await ledgerOf(tenant)).toEqual([]);
      const { rows } = await database.query('select 1 from submissions where workspace_id = $1', [
        tenant.workspaceId,
      ]);
      expect(rows).toEqual([]);
    },
  );

  test('of a truncated video is refused', async () => {
    const tenant = await newTenant(database);
    const whole = await readFile(sample('video.mp4'));
    const blobPath = await uploadFile(tenant.live, 'cut.mp4', 'video/mp4', whole.subarray(0, 20_000));
    expect(await submit(tenant, [blobPath])).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'assets.0.blobPath' }] },
    });
  });

  test('of something that was not uploaded is refused', async () => {
    const tenant = await newTenant(database);
    const { blobPath } = (
      await tenant.live('POST', '/uploads/url', { filename: 'a.txt', contentType: 'text/plain' })
    ).body;
    expect(await submit(tenant, [blobPath])).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'assets.0.blobPath', message: 'nothing has been uploaded to it' }] },
    });
  });

  test('needs sidekicks that exist and examine its assets', async () => {
    const tenant = await newTenant(database);
    const blobPath = await uploadFile(
      tenant.live,
      'photo.jpg',
      'image/jpeg',
      await readFile(sample('photo.jpg')),
    );
    expect(await submit(tenant, [blobPath], [randomUUID()])).toMatchObject({
      status: 422,
      body: {
        fields: [
          { field: 'sidekickIds.0', message: 'is not a known sidekick' },
          { field: 'assets.0.blobPath' },
        ],
      },
    });
    expect(await submit(tenant, [blobPath], [videoQc])).toMatchObject({
      status: 422,
      body: {
        fields: [{ field: 'assets.0.blobPath', message: 'none of the sidekicks examines image assets' }],
      },
    });
  });

  test('ignores sandbox markers', async () => {
    const tenant = await newTenant(database);
    const text = Buffer.from(buildPdf({ pages: 1 }));
    const blobPath = await uploadFile(tenant.live, 'a__sandbox_error__.pdf', 'application/pdf', text);
    const { body } = await submit(tenant, [blobPath]);
    expect((await untilDone(tenant.live, body.submissionId)).body).toMatchObject({ status: 'complete' });
  });

  test('uses the bytes that are there when it is made, not those that were estimated', async () => {
    const tenant = await newTenant(database);
    const { body } = await tenant.live('POST', '/uploads/url', {
      filename: 'a.pdf',
      contentType: 'application/pdf',
    });
    const put = (pages: number) =>
      fetch(body.uploadUrl, { method: 'PUT', headers: body.headers, body: Buffer.from(buildPdf({ pages })) });
    await put(2);
    expect((await estimate(tenant, body.blobPath)).body.totalCredits).toBe(2);
    await put(5);
    expect((await submit(tenant, [body.blobPath])).body.creditsCharged).toBe(5);
  });
});
