import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { routes } from '../../api/route-table.ts';
import {
  newTenant,
  sandboxPath,
  type Tenant,
  untilDone,
  uploadFile,
  useStackDatabase,
} from '../support/api.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { mediaOf, pdfOf, submitLive } from '../support/live.ts';

// Links to the files of assets, and the hashes of their bytes, which the program sha256sum prints too.

const database = useStackDatabase();
const document = sidekickDescriptions.find(({ code }) => code === 'document')!;
const submissions = '/api/integrations/submissions';
const { operation } = routes.find(({ path: at }) => at.endsWith('/media'))!;

const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
const pattern = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120'];
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A decoded video, sound and picture, and files that nothing decodes. The text has several chunks of a stream. */
const files: [name: string, type: string, make: () => Promise<Buffer>][] = [
  ['video.mp4', 'video/mp4', () => mediaOf('mp4', [...pattern, '-t', '1'])],
  ['sound.wav', 'audio/wav', () => mediaOf('wav', tone)],
  ['picture.png', 'image/png', () => mediaOf('png', [...pattern, '-frames:v', '1'])],
  ['drawing.svg', 'image/svg+xml', () => Promise.resolve(Buffer.from(svg))],
  ['pages.pdf', 'application/pdf', () => Promise.resolve(pdfOf({ pages: 3 }))],
  ['text.txt', 'text/plain', () => Promise.resolve(Buffer.from('Cut. Music.\n'.repeat(50_000)))],
];
const contents: Record<string, Buffer> = {};
const expected: Record<string, string> = {};
const media: Record<string, any> = {};

function sha256sum(file: string): string {
  return execFileSync('sha256sum', [file], { encoding: 'utf8' }).slice(0, 64);
}

/** Reads the files of a finished submission, by name. */
async function readMedia(tenant: Tenant, submissionId: string): Promise<Record<string, any>> {
  const { assets } = (await untilDone(tenant.live, submissionId, 120_000)).body;
  const read = assets.map(async ({ assetId, filename }: any) => {
    const { status, body } = await tenant.live(
      'GET',
      `${submissions}/${submissionId}/assets/${assetId}/media`,
    );
    expect([status, body.filename]).toEqual([200, filename]);
    return [filename, operation.responses[200]!.parse(body)];
  });
  return Object.fromEntries((await Promise.all(read)) as [string, any][]) as Record<string, any>;
}

beforeAll(async () => {
  const tenant = await newTenant(database);
  const blobPaths = [];
  for (const [name, type, make] of files) {
    const bytes = (contents[name] = await make());
    const file = path.join(inject('scratchDir'), `${randomUUID()}-${name}`);
    await writeFile(file, bytes);
    expected[name] = sha256sum(file);
    blobPaths.push(await uploadFile(tenant.live, name, type, bytes));
  }
  const { submissionId } = (await submitLive(tenant, blobPaths)).body;
  Object.assign(media, await readMedia(tenant, submissionId));
});

test.for(files.map(([name]) => name))('%s has the hash that sha256sum prints', (name) => {
  expect(media[name]).toMatchObject({ sha256: expected[name], sizeBytes: contents[name]!.length });
});

test('a video that only a custom sidekick examines is hashed too', { tags: 'long' }, async () => {
  const tenant = await newTenant(database);
  const { id } = await registerCustom(database, tenant.workspaceId, {
    assetTypes: ['video'],
    taskQueue: 'nobody',
    maxWaitSeconds: 1,
  });
  const blobPath = await uploadFile(tenant.live, 'video.mp4', 'video/mp4', contents['video.mp4']!);
  const { submissionId } = (await submitLive(tenant, [blobPath], [id])).body;
  const { 'video.mp4': video } = await readMedia(tenant, submissionId);
  expect(video.sha256).toBe(expected['video.mp4']);
});

describe('the link to a file', () => {
  test.for(files.map(([name]) => name))(
    '%s returns its bytes, also in ranges, without a key',
    async (name) => {
      const { original } = media[name];
      const whole = await fetch(original.url);
      expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(contents[name]!)]).toEqual([
        200,
        true,
      ]);
      const part = await fetch(original.url, { headers: { range: 'bytes=1-4' } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(contents[name]!.subarray(1, 5));
    },
  );

  test.for([
    ['video.mp4', 'video/mp4', 'inline', true],
    ['sound.wav', 'audio/wav', 'inline', true],
    ['picture.png', 'image/png', 'inline', true],
    ['drawing.svg', 'application/octet-stream', 'attachment', false],
    ['pages.pdf', 'application/octet-stream', 'attachment', true],
    ['text.txt', 'application/octet-stream', 'attachment', false],
  ] as const)('%s is served as %s, %s', async ([name, contentType, disposition, playable]) => {
    const { original } = media[name];
    const { headers, body } = await fetch(original.url);
    await body?.cancel();
    expect(headers.get('content-type')).toBe(contentType);
    expect(headers.get('content-disposition')).toBe(`${disposition}; filename*=UTF-8''${name}`);
    expect(original.playable).toBe(playable);
  });

  test('cannot be changed to another type, and expires within an hour', async () => {
    const { url, expiresAt } = media['drawing.svg'].original;
    const changed = new URL(url);
    changed.searchParams.set('response-content-type', 'image/svg+xml');
    const { status, body } = await fetch(changed);
    await body?.cancel();
    expect(status).toBe(403);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
    const seconds = (Date.parse(expiresAt) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
  });

  test('has the name of the file, whatever characters it has', async () => {
    const tenant = await newTenant(database);
    const name = `"a'b(c)*%41; filename=x.html ü 😀.txt`;
    const blobPath = await uploadFile(tenant.live, name, 'text/plain', Buffer.from('A text.'));
    const { submissionId } = (await submitLive(tenant, [blobPath], [document.id])).body;
    const { [name]: text } = await readMedia(tenant, submissionId);
    const { headers } = await fetch(text.original.url);
    const [, encoded] = /^attachment; filename\*=UTF-8''([!#$&+.^_`|~\w%-]+)$/.exec(
      headers.get('content-disposition')!,
    )!;
    expect(decodeURIComponent(encoded!)).toBe(name);
  });

  test('does not exist in the sandbox, which has no files', async () => {
    const tenant = await newTenant(database);
    const created = await tenant.sandbox('POST', submissions, {
      assets: [{ blobPath: sandboxPath('pass') }],
      sidekickIds: ['any'],
    });
    const { submissionId, assets } = created.body;
    const { status, body } = await tenant.sandbox(
      'GET',
      `${submissions}/${submissionId}/assets/${assets[0].assetId}/media`,
    );
    expect(status).toBe(200);
    expect(operation.responses[200]!.parse(body)).toEqual({
      original: null,
      filename: assets[0].filename,
      sizeBytes: null,
      mimeType: 'video/mp4',
      sha256: null,
      preview: null,
      facts: null,
    });
  });
});
