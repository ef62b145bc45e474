import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { mediaOf, uploadPdf } from '../support/live.ts';
import { expectShape } from '../support/shape.ts';
import { estimate as estimateShape, pricedFileFields } from './bodies.ts';
import { estimate } from './endpoints.ts';
import { testFields } from './fields.ts';

const tenant = useTenant(useStackDatabase());

describe('2.4 Pricing estimate request', () => {
  test.for([[{}], [{ files: [] }], [{ files: null }]])(
    'files is not required, its default is empty: %j',
    async ([body]) => {
      for (const key of ['live', 'sandbox'] as const) {
        const answer = await tenant[key]('POST', estimate, body);
        expect(answer).toMatchObject({ status: 200, body: { files: [], totalCredits: 0 } });
        expectShape(answer.body, estimateShape);
      }
    },
  );

  test.for([
    [{ files: 'all' }, 'files'],
    [{ files: {} }, 'files'],
    [{ files: Array.from({ length: 51 }, () => ({ blobPath: `${randomUUID()}/a.mp4` })) }, 'files'],
    [[], 'body'],
    ['"text"', 'body'],
    ['null', 'body'],
    [undefined, 'body'],
  ] as const)('%j is a 422 that names %s', async ([body, field]) => {
    for (const key of ['live', 'sandbox'] as const) {
      expect(await tenant[key]('POST', estimate, body)).toMatchObject({
        status: 422,
        body: { fields: [{ field }] },
      });
    }
  });

  test('the plan allows 50 files and no more', async () => {
    const files = Array.from({ length: 50 }, () => ({ blobPath: `${randomUUID()}/a.mp4` }));
    expect((await tenant.sandbox('POST', estimate, { files })).body.files).toHaveLength(50);
  });
});

describe('2.5 Pricing estimate response', () => {
  const paths: Record<'pdf' | 'video' | 'photo' | 'unreadable', string> = {} as never;
  let live: any;
  let sandbox: any;
  const seconds = (duration: number) => ['-f', 'lavfi', '-i', `testsrc2=size=64x36:rate=5:d=${duration}`];

  beforeAll(async () => {
    const upload = (name: string, type: string, bytes: Buffer) => uploadFile(tenant.live, name, type, bytes);
    paths.pdf = await uploadPdf(tenant, { pages: 4 });
    paths.video = await upload('a.mp4', 'video/mp4', await mediaOf('mp4', seconds(11)));
    paths.photo = await upload('a.png', 'image/png', await mediaOf('png', [...seconds(1), '-frames:v', '1']));
    paths.unreadable = await upload('b.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nbroken'));
    const files = Object.values(paths).map((blobPath) => ({ blobPath }));
    live = (await tenant.live('POST', estimate, { files })).body;
    const unclassified = [{ blobPath: `${randomUUID()}/a.mp4` }, { blobPath: `${randomUUID()}/a.xyz` }];
    sandbox = (await tenant.sandbox('POST', estimate, { files: unclassified })).body;
  });

  test('files and totalCredits are its only fields', () => {
    expectShape(live, estimateShape);
    expectShape(sandbox, estimateShape);
  });

  testFields(pricedFileFields, () => [...live.files, ...sandbox.files]);

  test('one priced file per supplied file, in the same order, with the supplied blobPath', async () => {
    expect(live.files.map(({ blobPath }: any) => blobPath)).toEqual(Object.values(paths));
    const [id, name] = paths.pdf.split('/') as [string, string];
    const supplied = [paths.photo, `${id.toUpperCase()}/${name}`, paths.photo];
    const { body } = await tenant.live('POST', estimate, {
      files: supplied.map((blobPath) => ({ blobPath })),
    });
    expect(body.files.map(({ blobPath }: any) => blobPath)).toEqual(supplied);
  });

  test.for([
    [
      'pdf',
      { assetType: 'document', metric: 'pages', metricValue: 4, credits: 4, priceable: true },
      'a document: pages',
    ],
    [
      'video',
      { assetType: 'video', metric: 'durationSeconds', metricValue: 11, credits: 2, priceable: true },
      'a video: seconds',
    ],
    [
      'photo',
      { assetType: 'image', metric: null, metricValue: null, credits: 1, priceable: true },
      'a flat-priced type: no metric',
    ],
    [
      'unreadable',
      { assetType: 'document', metric: 'pages', metricValue: null, credits: 0, priceable: false },
      'an unreadable PDF: not priceable',
    ],
  ] as const)('%s is %j: %s', ([name, expected]) => {
    const file = live.files.find(({ blobPath }: any) => blobPath === paths[name]);
    expect(file).toEqual({ blobPath: paths[name], ...expected });
  });

  test('assetType is null when it cannot be classified', () => {
    expect(sandbox.files).toMatchObject([
      { assetType: 'video', metric: 'durationSeconds', metricValue: null, credits: 0, priceable: true },
      { assetType: null, metric: null, metricValue: null, credits: 0, priceable: true },
    ]);
  });

  test('totalCredits is the sum over the priceable files', () => {
    expect(live.totalCredits).toBe(4 + 2 + 1);
    expect(sandbox.totalCredits).toBe(0);
  });
});
