/** @module-tag long */

import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { creditsFor } from '@assay/domain/pricing.ts';
import { newTenant, type Tenant, useStackDatabase } from '../support/api.ts';
import { mediaOf, pdfOf, submitLive } from '../support/live.ts';
import { docx } from '../support/word-files.ts';

const database = useStackDatabase();

const filesInGroup = 10;
const groups = 50;
const prices = { version: 1, videoSeconds: 10, videoCredits: 1, pageCredits: 1, flatCredits: 1 };

/** Returns a seeded generator (Mulberry32) of numbers from 0 to 1. The fixed seed makes failures reproducible. */
function randomNumbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Share of text files among the test files, from 0 to 1. Most files are text, because text is analysed fastest. In the
 * long test run, each other type still has about 20 files.
 */
const textShare = 0.8;
const others = ['pdf', 'docx', 'mp4', 'mkv', 'png'] as const;
type Extension = 'txt' | (typeof others)[number];

/** Lengths of the test videos in seconds. One video of each length is created before the tests. */
const videoSeconds = [5, 25, 45];
const media = new Map<string, Buffer>();

beforeAll(async () => {
  for (const seconds of videoSeconds) {
    const picture = ['-f', 'lavfi', '-i', `testsrc2=size=64x64:rate=2:duration=${seconds}`];
    for (const extension of ['mp4', 'mkv']) {
      media.set(`${extension} ${seconds}`, await mediaOf(extension, picture));
    }
  }
  media.set('png', await mediaOf('png', ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1']));
});

/**
 * Returns the content of a file, and its cost in credits. A document has `amount` pages. For a video, `amount` selects
 * one of the lengths in `videoSeconds`. A PNG does not depend on `amount`.
 */
function contentOf(extension: Extension, amount: number): { bytes: Buffer; cost: number } {
  const pages = creditsFor(prices, 'pages', amount);
  const seconds = videoSeconds[amount % videoSeconds.length]!;
  switch (extension) {
    case 'txt':
      return { bytes: Buffer.from('x'.repeat(amount * 1_800)), cost: pages };
    case 'pdf':
      return { bytes: pdfOf({ pages: amount }), cost: pages };
    case 'docx': {
      const body = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'.repeat(amount - 1) || '<w:p/>';
      return { bytes: docx({ body }), cost: pages };
    }
    case 'mp4':
    case 'mkv': {
      const bytes = media.get(`${extension} ${seconds}`)!;
      const cost = creditsFor(prices, 'durationSeconds', seconds);
      return { bytes: extension === 'mp4' ? withFreeBox(bytes) : bytes, cost };
    }
    case 'png':
      return {
        bytes: Buffer.concat([media.get('png')!, randomBytes(8)]),
        cost: creditsFor(prices, null, null),
      };
  }
}

/** Returns a copy of a video with a `free` box at its end. Players ignore the box, but it makes the bytes unique. */
function withFreeBox(mp4: Buffer): Buffer {
  return Buffer.concat([mp4, Buffer.from('\0\0\0\x10free', 'latin1'), randomBytes(8)]);
}

interface File {
  blobPath: string;
  /** The costs in credits of all contents that the file has had. */
  costs: Set<number>;
  /** The cost in credits of the file's current content. */
  cost: number;
  /** Uploads new content. `amount` is the number of pages, or selects the length of a video. */
  write: (amount: number) => Promise<void>;
}

async function newFile(tenant: Tenant, extension: Extension): Promise<File> {
  const filename = `file.${extension}`;
  const request = { filename, contentType: fileTypeOf(filename)!.mimeType };
  const { uploadUrl, headers, blobPath } = (await tenant.live('POST', '/uploads/url', request)).body;
  const file: File = {
    blobPath,
    costs: new Set(),
    cost: 0,
    async write(amount) {
      const { bytes, cost } = contentOf(extension, amount);
      file.costs.add(cost);
      const put = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (!put.ok) throw new Error(`the upload failed with status ${put.status}`);
      file.cost = cost;
    },
  };
  return file;
}

test(
  'the charge equals the estimate for files that are uploaded, priced, overwritten and submitted at random',
  { timeout: 600_000 },
  async () => {
    const tenant = await newTenant(database);

    const estimate = async (files: readonly File[]): Promise<number[]> => {
      const body = { files: files.map(({ blobPath }) => ({ blobPath })) };
      const answer = await tenant.live('POST', '/api/pricing/estimate', body);
      // A 500 means that a file was overwritten during its measurement. The next request measures the new bytes.
      if (answer.status === 500) return estimate(files);
      return answer.body.files.map(({ credits }: { credits: number }) => credits);
    };

    async function runGroup(random: () => number): Promise<number> {
      const amount = () => 1 + Math.floor(random() * 30);
      const extension = () => (random() < textShare ? 'txt' : others[Math.floor(random() * others.length)]!);
      const files = await Promise.all(
        Array.from({ length: filesInGroup }, () => newFile(tenant, extension())),
      );
      await Promise.all(files.map((file) => file.write(amount())));
      for (let round = 0; round < 3; round++) {
        if (random() < 0.6) expect(await estimate(files)).toEqual(files.map(({ cost }) => cost));
        if (random() < 0.5) await files[Math.floor(random() * files.length)]!.write(amount());
      }
      const estimated = files.map(({ cost }) => cost);
      // In about half of the groups of files, the first file is overwritten during the submission.
      const racing = random() < 0.5;
      const writing = racing ? files[0]!.write(amount()) : Promise.resolve();
      let created = await submitLive(
        tenant,
        files.map(({ blobPath }) => blobPath),
      );
      await writing;
      while (created.status === 500) {
        created = await submitLive(
          tenant,
          files.map(({ blobPath }) => blobPath),
        );
      }
      expect(created.status).toBe(201);
      const charged = created.body.assets.map(({ credits }: { credits: number }) => credits) as number[];
      expect(files[0]!.costs).toContain(charged[0]);
      expect(charged.slice(1)).toEqual(estimated.slice(1));
      if (!racing) expect(charged[0]).toBe(estimated[0]);
      // Uploads after the submission must not change the charge.
      await files[1]!.write(amount());
      expect(await estimate(files)).toEqual(charged);

      const { rows } = await database.query<{ credits: number }>(
        `select l.credits from ledger_entries l join assets a using (submission_id, asset_id)
         where submission_id = $1 and kind = 'charge' order by a.position`,
        [created.body.submissionId],
      );
      expect(rows.map(({ credits }) => credits)).toEqual(charged);
      return charged.reduce((sum, credits) => sum + credits, 0);
    }

    let total = 0;
    for (let first = 0; first < groups; first += 5) {
      const runs = Array.from({ length: 5 }, (_, index) => runGroup(randomNumbers(first + index)));
      for (const credits of await Promise.all(runs)) total += credits;
    }
    const { rows } = await database.query<{ charged: number; entries: number }>(
      `select sum(credits) as charged, count(*) as entries from ledger_entries
       where workspace_id = $1 and kind = 'charge'`,
      [tenant.workspaceId],
    );
    expect(rows).toEqual([{ charged: total, entries: groups * filesInGroup }]);
  },
);
