import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { makeVideo } from '../../local/samples/video.ts';
import { newTenant, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { mediaOf, pdfOf, submitLive } from '../support/live.ts';

// Compares the recorded hashes of real files with the program sha256sum.

const database = useStackDatabase();

const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
const pattern = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120', '-frames:v', '1'];
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function sampleVideo(): Promise<Buffer> {
  const file = path.join(inject('scratchDir'), `${randomUUID()}.mp4`);
  await makeVideo(file);
  return readFile(file);
}

/** A decoded video, sound and picture, and files that nothing decodes. The text has several chunks of a stream. */
const files: [name: string, type: string, make: () => Promise<Buffer>][] = [
  ['video.mp4', 'video/mp4', sampleVideo],
  ['sound.wav', 'audio/wav', () => mediaOf('wav', tone)],
  ['picture.png', 'image/png', () => mediaOf('png', pattern)],
  ['drawing.svg', 'image/svg+xml', () => Promise.resolve(Buffer.from(svg))],
  ['pages.pdf', 'application/pdf', () => Promise.resolve(pdfOf({ pages: 3 }))],
  ['text.txt', 'text/plain', () => Promise.resolve(Buffer.from('Cut. Music.\n'.repeat(50_000)))],
];
const contents: Record<string, Buffer> = {};
const expected: Record<string, string> = {};
let recorded: Record<string, string | null>;

function sha256sum(file: string): string {
  return execFileSync('sha256sum', [file], { encoding: 'utf8' }).slice(0, 64);
}

async function hashesOf(submissionId: string): Promise<Record<string, string | null>> {
  const { rows } = await database.query<{ filename: string; sha256: string | null }>(
    `select filename, encode(sha256, 'hex') as sha256 from assets where submission_id = $1`,
    [submissionId],
  );
  return Object.fromEntries(rows.map(({ filename, sha256 }) => [filename, sha256]));
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
  await untilDone(tenant.live, submissionId, 120_000);
  recorded = await hashesOf(submissionId);
}, 180_000);

test.for(files.map(([name]) => name))('%s has the hash that sha256sum prints', (name) => {
  expect(recorded[name]).toBe(expected[name]);
});

test('a video that only a custom sidekick examines is hashed too', { timeout: 60_000 }, async () => {
  const tenant = await newTenant(database);
  const { id } = await registerCustom(database, tenant.workspaceId, {
    ...{ assetTypes: ['video'], taskQueue: 'nobody', maxWaitSeconds: 1 },
  });
  const blobPath = await uploadFile(tenant.live, 'video.mp4', 'video/mp4', contents['video.mp4']!);
  const { submissionId } = (await submitLive(tenant, [blobPath], [id])).body;
  await untilDone(tenant.live, submissionId);
  expect(await hashesOf(submissionId)).toEqual({ 'video.mp4': expected['video.mp4'] });
});
