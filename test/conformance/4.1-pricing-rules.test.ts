import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newTenant, type Tenant, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { ledgerOf, mediaOf, pdfOf, submitLive, uploadPdf } from '../support/live.ts';
import { estimate, submissions } from './endpoints.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const clip = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc2=size=64x36:rate=5:d=${seconds}`];

const estimateOf = async (of: Tenant, ...blobPaths: string[]) =>
  (await of.live('POST', estimate, { files: blobPaths.map((blobPath) => ({ blobPath })) })).body;

async function submissionsOf({ workspaceId }: Tenant): Promise<unknown[]> {
  const { rows } = await database.query('select id from submissions where workspace_id = $1', [workspaceId]);
  return rows;
}

const text = (characters: number) => Buffer.from('x'.repeat(characters));

describe('4.1 Pricing estimate rules', () => {
  test('1 the type is derived from the blobPath, as in the create operation', async () => {
    const types = {
      mp4: 'video',
      mov: 'video',
      avi: 'video',
      mkv: 'video',
      mp3: 'audio',
      wav: 'audio',
      aac: 'audio',
      ogg: 'audio',
      jpg: 'image',
      jpeg: 'image',
      png: 'image',
      gif: 'image',
      webp: 'image',
      svg: 'image',
      pdf: 'document',
      doc: 'document',
      docx: 'document',
      txt: 'document',
      PDF: 'document',
      exe: null,
      'mp4.zip': null,
    };
    const references = Object.keys(types).map((extension) => ({
      blobPath: `${randomUUID()}/__sandbox_pass__.${extension}`,
    }));
    const estimated = (await tenant.sandbox('POST', estimate, { files: references })).body;
    const created = (await tenant.sandbox('POST', submissions, { assets: references, sidekickIds: ['any'] }))
      .body;
    for (const [index, expected] of Object.values(types).entries()) {
      expect(estimated.files[index].assetType).toBe(expected);
      expect(created.assets[index]).toMatchObject({
        assetType: expected,
        metric: estimated.files[index].metric,
      });
    }
  });

  describe('2 the price comes from a metric measured on the bytes and equals the charge', () => {
    const files = [
      ['a video of 10 s', 'a.mp4', 'video/mp4', () => mediaOf('mp4', clip(10)), 10, 1],
      ['a video of 10.4 s', 'a.mkv', 'video/x-matroska', () => mediaOf('mkv', clip(10.4)), 10, 1],
      ['a video of 11 s', 'a.mov', 'video/quicktime', () => mediaOf('mov', clip(11)), 11, 2],
      ['a video of 0.2 s', 'a.avi', 'video/x-msvideo', () => mediaOf('avi', clip(0.2)), 1, 1],
      ['a PDF of 7 pages', 'a.pdf', 'application/pdf', () => pdfOf({ pages: 7 }), 7, 7],
      [
        'a PDF of 7 pages that claims 1',
        'b.pdf',
        'application/pdf',
        () => pdfOf({ pages: 7, claimedPages: 1 }),
        7,
        7,
      ],
      ['1,800 characters', 'a.txt', 'text/plain', () => text(1_800), 1, 1],
      ['1,801 characters', 'b.txt', 'text/plain', () => text(1_801), 2, 2],
    ] as const;
    let own: Tenant;
    let paths: string[];
    let estimated: any;
    let submitted: any;

    beforeAll(async () => {
      own = await newTenant(database);
      paths = await Promise.all(
        files.map(async ([, name, type, bytes]) => uploadFile(own.live, name, type, await bytes())),
      );
      estimated = await estimateOf(own, ...paths);
      submitted = (await submitLive(own, paths)).body;
    });

    test.for(files.map(([title, , , , value, credits], index) => [title, value, credits, index] as const))(
      '%s: measured %i, %i credits',
      ([, metricValue, credits, index]) => {
        expect(estimated.files[index]).toMatchObject({ metricValue, credits });
        expect(submitted.assets[index]).toMatchObject({ metricValue, credits });
      },
    );

    test('the sum is charged, and the estimate stays the same afterwards', async () => {
      expect(estimated.totalCredits).toBe(22);
      expect(submitted.creditsCharged).toBe(22);
      const charges = await ledgerOf(database, own);
      expect(charges.map(({ credits }) => credits).sort()).toEqual([1, 1, 1, 1, 2, 2, 7, 7]);
      expect(await estimateOf(own, ...paths)).toEqual(estimated);
    });
  });

  test('2 the measurement is cached for the measured bytes', async () => {
    const { body } = await tenant.live('POST', '/uploads/url', {
      filename: 'a.pdf',
      contentType: 'application/pdf',
    });
    const put = (pages: number) =>
      fetch(body.uploadUrl, { method: 'PUT', headers: body.headers, body: pdfOf({ pages }) });
    const measurements = async () => {
      const { rows } = await database.query(
        'select metric_value, created_at from measurements where asset_id = $1 order by created_at',
        [body.blobPath.split('/')[0]],
      );
      return rows;
    };
    await put(2);
    expect((await estimateOf(tenant, body.blobPath)).totalCredits).toBe(2);
    const cached = await measurements();
    expect((await estimateOf(tenant, body.blobPath)).totalCredits).toBe(2);
    expect(await measurements()).toEqual(cached);
    await put(5);
    expect((await submitLive(tenant, [body.blobPath])).body.creditsCharged).toBe(5);
    expect(await measurements()).toMatchObject([{ metric_value: 2 }, { metric_value: 5 }]);
  });

  test('3 the operation is read-only', async () => {
    const own = await newTenant(database);
    const blobPath = await uploadPdf(own);
    await estimateOf(own, blobPath);
    expect(await submissionsOf(own)).toEqual([]);
    expect(await ledgerOf(database, own)).toEqual([]);
    expect(await estimateOf(own, blobPath)).toMatchObject({ files: [{ priceable: true }] });
    expect((await submitLive(own, [blobPath])).status).toBe(201);
  });

  describe('4 unmeasurable assets', () => {
    let own: Tenant;
    const paths: Record<string, string> = {};

    beforeAll(async () => {
      own = await newTenant(database);
      const video = await mediaOf('mp4', clip(10));
      const upload = (name: string, type: string, bytes: Buffer) => uploadFile(own.live, name, type, bytes);
      paths['an unreadable PDF'] = await upload('a.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nbroken'));
      paths['a truncated video'] = await upload('a.mp4', 'video/mp4', video.subarray(0, 2_000));
      paths['bytes of another type'] = await upload('b.pdf', 'application/pdf', video);
      paths['an empty file'] = await upload('a.txt', 'text/plain', Buffer.alloc(0));
      const nothing = { filename: 'c.pdf', contentType: 'application/pdf' };
      paths['nothing uploaded'] = (await own.live('POST', '/uploads/url', nothing)).body.blobPath;
    });

    test.for([
      ['an unreadable PDF', 422],
      ['a truncated video', 422],
      ['bytes of another type', 415],
      ['an empty file', 415],
      ['nothing uploaded', 422],
    ] as const)('%s: not priceable, 0 credits, and its submission returns %i', async ([name, status]) => {
      const [path, good] = [paths[name]!, await uploadPdf(own, { pages: 2 })];
      expect(await estimateOf(own, path, good)).toMatchObject({
        files: [{ blobPath: path, metricValue: null, credits: 0, priceable: false }, { priceable: true }],
        totalCredits: 2,
      });
      const answer = await submitLive(own, [good, path]);
      expect(answer.status).toBe(status);
      if (status === 422) expect(answer.body.fields).toMatchObject([{ field: 'assets.1.blobPath' }]);
    });

    test('nothing is created or charged', async () => {
      expect(await submissionsOf(own)).toEqual([]);
      expect(await ledgerOf(database, own)).toEqual([]);
    });
  });

  test('5 types without a metric are priced at a flat rate', async () => {
    const image = await mediaOf('png', [...clip(1), '-frames:v', '1']);
    const audio = await mediaOf('wav', ['-f', 'lavfi', '-i', 'sine=d=30']);
    const { files } = await estimateOf(
      tenant,
      await uploadFile(tenant.live, 'a.png', 'image/png', image),
      await uploadFile(tenant.live, 'a.wav', 'audio/x-wav', audio),
    );
    expect(files).toMatchObject([
      { assetType: 'image', metric: null, metricValue: null, credits: 1, priceable: true },
      { assetType: 'audio', metric: null, metricValue: null, credits: 1, priceable: true },
    ]);
  });
});
