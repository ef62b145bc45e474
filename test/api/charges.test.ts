import { expect, test } from 'vitest';
import { creditsFor } from '../../domain/pricing.ts';
import { newTenant, type Tenant, useStackDatabase } from '../support/api.ts';
import { submitLive } from '../support/live.ts';

const database = useStackDatabase();

const groups = 50;
const filesInGroup = 10;
const prices = { version: 1, videoSeconds: 10, videoCredits: 1, pageCredits: 1, flatCredits: 1 };

/** Mulberry32: numbers from 0 to 1 that are the same on every run, so that a failure can be had again. */
function randomNumbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface File {
  blobPath: string;
  /** What each content that it ever had costs. */
  costs: Set<number>;
  /** What the last one costs. */
  cost: number;
  write: (pages: number) => Promise<void>;
}

async function newFile(tenant: Tenant): Promise<File> {
  const request = { filename: 'script.txt', contentType: 'text/plain' };
  const { uploadUrl, headers, blobPath } = (await tenant.live('POST', '/uploads/url', request)).body;
  const file: File = {
    blobPath,
    costs: new Set(),
    cost: 0,
    async write(pages) {
      const cost = creditsFor(prices, 'pages', pages);
      file.costs.add(cost);
      const put = await fetch(uploadUrl, { method: 'PUT', headers, body: 'x'.repeat(pages * 1_800) });
      if (!put.ok) throw new Error(`upload answered ${put.status}`);
      file.cost = cost;
    },
  };
  return file;
}

test(
  'five hundred files, written, priced, overwritten and submitted in any order: the charge is the estimate',
  { timeout: 240_000 },
  async () => {
    const tenant = await newTenant(database);

    const estimate = async (files: readonly File[]): Promise<number[]> => {
      const body = { files: files.map(({ blobPath }) => ({ blobPath })) };
      const answer = await tenant.live('POST', '/api/pricing/estimate', body);
      // Overwritten while it was being measured: asked again, the new bytes are found.
      if (answer.status === 500) return estimate(files);
      return answer.body.files.map(({ credits }: { credits: number }) => credits);
    };

    async function live(random: () => number): Promise<number> {
      const pages = () => 1 + Math.floor(random() * 30);
      const files = await Promise.all(Array.from({ length: filesInGroup }, () => newFile(tenant)));
      await Promise.all(files.map((file) => file.write(pages())));
      for (let turn = 0; turn < 3; turn++) {
        if (random() < 0.6) expect(await estimate(files)).toEqual(files.map(({ cost }) => cost));
        if (random() < 0.5) await files[Math.floor(random() * files.length)]!.write(pages());
      }
      const said = files.map(({ cost }) => cost);
      // Half of the groups have a file overwritten while they are submitted.
      const racing = random() < 0.5;
      const writing = racing ? files[0]!.write(pages()) : Promise.resolve();
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
      expect(charged.slice(1)).toEqual(said.slice(1));
      if (!racing) expect(charged[0]).toBe(said[0]);
      // What the upload URL is used for afterwards changes nothing.
      await files[1]!.write(pages());
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
      const runs = Array.from({ length: 5 }, (_, index) => live(randomNumbers(first + index)));
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
