import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { findApiKey, insertApiKey } from '@assay/storage/accounts/api-keys.ts';
import { hideAssets } from '@assay/storage/upkeep/erasure.ts';
import { expireSubmissions } from '@assay/storage/upkeep/expiry.ts';
import { recordAssetEnd, recordSandboxEnds, type RuleCount } from '@assay/storage/submissions/asset-ends.ts';
import {
  maxCompared,
  readSubmissionList,
  type SubmissionListQuery,
} from '@assay/storage/submissions/submission-list.ts';
import type { NewAsset } from '@assay/storage/submissions/submissions.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { bodyOf, liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

interface List {
  items: any[];
  next: string | null;
}

/** Returns a page of the list as JSON text, or null if the list has no page with the cursor. */
function read(workspaceId: string, query: Partial<SubmissionListQuery>): Promise<string | null> {
  const request = readSubmissionList({ limit: 50, ...query });
  return readInWorkspace(own.database, request.read, workspaceId, ...request.values);
}

const list = async (workspaceId: string, query: Partial<SubmissionListQuery> = {}) =>
  JSON.parse((await read(workspaceId, query))!) as List;

const idsOf = ({ items }: List) => items.map(({ submissionId }) => submissionId as string);

async function end(submissionId: string, { assetId }: NewAsset, ruleCounts: RuleCount[], failed = false) {
  const failure = failed ? { errorType: 'x', errorMessage: 'x', isRetryable: false } : null;
  const issueCount = ruleCounts.reduce((sum, count) => sum + count.issueCount, 0);
  const ended = { assetId, failure, issueCount, ruleCounts, issuesKey: null, topicsKey: null };
  await recordSandboxEnds(own.database, submissionId, 1, [ended]);
}

const named = (asset: NewAsset, filename: string): NewAsset => ({
  ...asset,
  filename,
  blobPath: `${asset.assetId}/${filename}`,
});

const black: RuleCount = { ruleCode: 'picture.black', severity: 'major', issueCount: 2 };
const flash: RuleCount = { ruleCode: 'flash.general', severity: 'critical', issueCount: 1 };
const lateFlash: RuleCount = { ruleCode: 'flash.general', severity: 'minor', issueCount: 3 };

describe('an item of the list', () => {
  test('has the fields of the submission with sums over its assets', async () => {
    const workspaceId = await newWorkspace(own.database);
    const [video, text, other] = [
      await liveAsset(own.database, workspaceId),
      { ...(await liveAsset(own.database, workspaceId)), assetType: 'document' as const },
      await liveAsset(own.database, workspaceId),
    ];
    const submissionId = await submit(own.database, workspaceId, [video, text, other]);
    await end(submissionId, video, [black, flash]);
    await end(submissionId, text, [flash, lateFlash]);
    const { assets, ...body } = await bodyOf(own.database, workspaceId, submissionId);
    expect(await list(workspaceId)).toEqual({
      next: null,
      items: [
        {
          submissionId,
          environment: 'live',
          status: 'processing',
          version: 1,
          filenames: ['clip.mp4', 'clip.mp4', 'clip.mp4'],
          assetCount: 3,
          assetTypes: ['document', 'video'],
          progress: { finished: 2, total: 3 },
          severities: { critical: 2, major: 2, minor: 3, info: 0 },
          profile: null,
          verdict: null,
          verdictReason: null,
          signOff: null,
          creditsCharged: 6,
          createdAt: body.createdAt,
          completedAt: null,
        },
      ],
    });
    await end(submissionId, other, []);
    const [item] = (await list(workspaceId)).items;
    const { submissionId: _, ...after } = await bodyOf(own.database, workspaceId, submissionId);
    for (const key of ['status', 'version', 'progress', 'creditsCharged', 'createdAt', 'completedAt'])
      expect(item[key]).toEqual(after[key]);
    expect(assets).toHaveLength(item.assetCount);
  });

  test('has the names of at most five files, in the order of the request', async () => {
    const workspaceId = await newWorkspace(own.database);
    const names = ['f.mp4', 'b.mp4', 'a.mp4', 'd.mp4', 'c.mp4', 'e.mp4'];
    await submit(
      own.database,
      workspaceId,
      names.map((name) => named(sandboxAsset('pass'), name)),
    );
    const [item] = (await list(workspaceId)).items;
    expect(item).toMatchObject({ filenames: names.slice(0, 5), assetCount: 6 });
  });

  test('has no severities if an asset finished before issues were counted', async () => {
    const workspaceId = await newWorkspace(own.database);
    const [first, second] = [sandboxAsset('fail'), sandboxAsset('fail')];
    const submissionId = await submit(own.database, workspaceId, [first, second]);
    await end(submissionId, first, [black]);
    expect((await list(workspaceId)).items[0].severities).toEqual({
      critical: 0,
      major: 2,
      minor: 0,
      info: 0,
    });
    await own.database.query(
      `update assets set status = 'complete', completed_at = now(), issue_count = 3 where asset_id = $1`,
      [second.assetId],
    );
    expect((await list(workspaceId)).items[0].severities).toBeNull();
  });

  test('has neither the type of an unknown file nor an erased asset', async () => {
    const workspaceId = await newWorkspace(own.database);
    const odd = { ...sandboxAsset('pass'), assetType: null };
    const erased = named({ ...sandboxAsset('fail'), assetType: 'image' as const }, 'secret.png');
    const submissionId = await submit(own.database, workspaceId, [odd, erased]);
    await end(submissionId, odd, []);
    await end(submissionId, erased, [flash]);
    const operator = { kind: 'operator', name: 'ada', address: null } as const;
    await hideAssets(own.database, { submissionId, assetIds: [erased.assetId] }, operator, null);
    expect((await list(workspaceId)).items).toMatchObject([
      { filenames: [odd.filename], assetCount: 1, assetTypes: [], severities: { critical: 0 } },
    ]);
    for (const query of [{ severity: 'critical' }, { assetType: 'image' }, { search: 'secret' }] as const)
      expect(idsOf(await list(workspaceId, query))).toEqual([]);
  });
});

describe('filters', () => {
  const startedAt = Date.now() - 600_000;
  /** Returns the creation time of the submission with this number. The first one has the number 1. */
  const minute = (number: number) => new Date(startedAt + number * 60_000).toISOString();
  let workspaceId: string;
  /** The submissions, oldest first. */
  let [failedLive, blackVideo, flashText, unfinished]: string[] = [];

  beforeAll(async () => {
    workspaceId = await newWorkspace(own.database);
    const live = await liveAsset(own.database, workspaceId);
    failedLive = await submit(own.database, workspaceId, [live]);
    await recordAssetEnd(
      own.database,
      failedLive,
      1,
      {
        assetId: live.assetId,
        issueCount: 0,
        ruleCounts: [],
        issuesKey: null,
        topicsKey: null,
        failure: { errorType: 'x', errorMessage: 'x', isRetryable: false },
      },
      {
        id: randomUUID(),
        assetId: live.assetId,
        version: 1,
        workspaceId,
        payload: '{}',
        type: 'asset.processing.failed',
      },
      null,
    );
    const [video, text] = [sandboxAsset('fail'), { ...sandboxAsset('fail'), assetType: 'document' as const }];
    blackVideo = await submit(own.database, workspaceId, [
      named(video, '50% of_Ärger.MP4'),
      sandboxAsset('pass'),
    ]);
    await end(blackVideo, video, [black, lateFlash]);
    // macOS decomposes the letters of file names.
    flashText = await submit(own.database, workspaceId, [named(text, 'script Ré 각.txt'.normalize('NFD'))]);
    await end(flashText, text, [flash]);
    unfinished = await submit(own.database, workspaceId, [sandboxAsset('pending')]);
    for (const [index, id] of [failedLive, blackVideo, flashText, unfinished].entries())
      await own.database.query('update submissions set created_at = $2 where id = $1', [
        id,
        minute(index + 1),
      ]);
  });

  const matching = async (query: Partial<SubmissionListQuery>) => {
    const names = new Map(
      Object.entries({ failedLive, blackVideo, flashText, unfinished }).map(([name, id]) => [id, name]),
    );
    return idsOf(await list(workspaceId, query)).map((id) => names.get(id));
  };

  test.for([
    [{}, ['unfinished', 'flashText', 'blackVideo', 'failedLive']],
    [{ status: 'failed' }, ['failedLive']],
    [{ status: 'complete' }, ['flashText']],
    [{ status: 'processing' }, ['unfinished', 'blackVideo']],
    [{ environment: 'live' }, ['failedLive']],
    [{ environment: 'sandbox', status: 'failed' }, []],
    [{ severity: 'critical' }, ['flashText']],
    [{ severity: 'major' }, ['blackVideo']],
    [{ severity: 'info' }, []],
    [{ ruleCode: 'flash.general' }, ['flashText', 'blackVideo']],
    [{ ruleCode: 'flash.general', severity: 'critical' }, ['flashText']],
    // No single issue of the video has both.
    [{ ruleCode: 'flash.general', severity: 'major' }, []],
    [{ ruleCode: 'flash' }, []],
    [{ ruleCode: 'flash.general', status: 'processing' }, ['blackVideo']],
    [{ assetType: 'document' }, ['flashText']],
    [{ assetType: 'video' }, ['unfinished', 'blackVideo', 'failedLive']],
    [{ assetType: 'image' }, []],
    [{ assetType: 'video', severity: 'critical' }, []],
    [{ assetType: 'video', status: 'failed' }, ['failedLive']],
    [{ search: 'SCRIPT' }, ['flashText']],
    [{ search: '% OF_ä' }, ['blackVideo']],
    [{ search: '% OF_ä'.normalize('NFD') }, ['blackVideo']],
    [{ search: 'rÉ 각'.normalize('NFC') }, ['flashText']],
    [{ search: 'rÉ 각'.normalize('NFD') }, ['flashText']],
    [{ search: '__SANDBOX_PASS' }, ['blackVideo']],
    [{ search: '%' }, ['blackVideo']],
    [{ search: 'clip', environment: 'live' }, ['failedLive']],
    [{ search: 'script', ruleCode: 'picture.black' }, []],
    [{ since: minute(3) }, ['unfinished', 'flashText']],
    [{ until: minute(3) }, ['blackVideo', 'failedLive']],
    [{ since: minute(2), until: minute(2.1) }, ['blackVideo']],
    [{ since: '2000-01-01T00:00:00Z', until: '9999-12-31T00:00:00Z', status: 'failed' }, ['failedLive']],
    [{ since: '9999-12-31T00:00:00Z' }, []],
    [{ until: '0001-01-01T00:00:00Z' }, []],
    [{ since: minute(2), severity: 'critical', search: 's' }, ['flashText']],
  ] as [Partial<SubmissionListQuery>, string[]][])('%j match %j', async ([query, expected]) => {
    expect(await matching(query)).toEqual(expected);
    const pages = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: List = await list(workspaceId, { ...query, limit: 1, ...(cursor && { cursor }) });
      pages.push(...idsOf(page));
      cursor = page.next;
    }
    expect(pages).toEqual(idsOf(await list(workspaceId, query)));
  });

  test('return a decomposed file name unchanged', async () => {
    const [item] = (await list(workspaceId, { search: 'ré' })).items;
    expect(item.filenames).toEqual(['script Ré 각.txt'.normalize('NFD')]);
  });

  test('find nothing of another workspace, and its cursors are unknown, as are invented ones', async () => {
    const stranger = await newWorkspace(own.database);
    const foreign = await submit(own.database, stranger, [sandboxAsset('pass')]);
    expect(idsOf(await list(stranger))).toEqual([foreign]);
    for (const query of [{}, { assetType: 'video' }, { search: 'a' }, { status: 'processing' }] as const) {
      expect(await read(workspaceId, { ...query, cursor: foreign })).toBeNull();
      expect(await read(stranger, { ...query, cursor: unfinished! })).toBeNull();
      expect(await read(workspaceId, { ...query, cursor: randomUUID() })).toBeNull();
    }
    for (const query of [{ severity: 'critical' }, { ruleCode: 'flash.general' }] as const)
      expect(await list(stranger, query)).toEqual({ items: [], next: null });
  });

  test('do not find expired submissions, but their cursors still work', async () => {
    const other = await newWorkspace(own.database);
    const [old, expired] = [
      await submit(own.database, other, [sandboxAsset('pass')]),
      await submit(own.database, other, [sandboxAsset('pass')]),
    ];
    expect(await list(other, { limit: 1 })).toMatchObject({ next: expired });
    await expireSubmissions(own.database, [{ id: expired, isDue: true, version: 1, status: 'processing' }]);
    for (const query of [{}, { cursor: expired }, { assetType: 'video' }, { status: 'processing' }] as const)
      expect(idsOf(await list(other, query))).toEqual([old]);
  });

  test('of a key without the scope live_data find no live submissions, also not as a cursor', async () => {
    const keyHash = randomBytes(32);
    await insertApiKey(own.database, {
      id: randomUUID(),
      workspaceId,
      environment: 'sandbox',
      name: null,
      hint: 'none',
      expiresAt: null,
      scopes: ['read'],
      keyHash,
    });
    const as = async (query: Partial<SubmissionListQuery>) => {
      const request = readSubmissionList({ limit: 50, ...query });
      const { found } = (await findApiKey(own.database, keyHash, request))!;
      return JSON.parse(found ?? 'null') as List;
    };
    expect(idsOf(await as({}))).toEqual([unfinished, flashText, blackVideo]);
    for (const query of [{ environment: 'live' }, { status: 'failed' }, { search: 'clip.mp4' }] as const)
      expect(await as(query)).toEqual({ items: [], next: null });
    const newer = await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]);
    expect(idsOf(await list(workspaceId, { cursor: newer }))).toHaveLength(4);
    expect(await as({ cursor: newer })).toBeNull();
  });
});

describe('a search that matches little', () => {
  test.for([
    ['submissions', maxCompared.searched, 1],
    ['assets', maxCompared.assets / 50, 50],
  ] as const)('ends a page after a number of %s, and the next page continues', async ([, count, assets]) => {
    const workspaceId = await newWorkspace(own.database);
    const oldest = await submit(own.database, workspaceId, [named(sandboxAsset('pass'), 'needle.mp4')]);
    // Ids of version 7 from a later time than that of the oldest submission.
    const prefix = uuidV7({ msecs: Date.now() + 60_000 }).slice(0, 14);
    await own.database.query(
      `with made as (
         insert into submissions (id, workspace_id, environment, sidekick_ids)
         select ($2 || '7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, $1, 'sandbox', '{any}'
         from generate_series(1, $3::integer) i returning id
       )
       insert into assets (submission_id, asset_id, position, workspace_id, environment, blob_path, filename, search_text,
         asset_type, status, credits, sandbox_outcome)
       select id, gen_random_uuid(), n, $1, 'sandbox', id || '/' || n, 'hay.mp4', 'hay.mp4', 'video', 'processing', 0, 'pass'
       from made, generate_series(1, $4::integer) n`,
      [workspaceId, prefix, count, assets],
    );
    const first = await list(workspaceId, { search: 'needle' });
    expect(first.items).toEqual([]);
    expect(first.next).not.toBeNull();
    const second = await list(workspaceId, { search: 'needle', cursor: first.next! });
    expect([idsOf(second), second.next]).toEqual([[oldest], null]);
    expect(idsOf(await list(workspaceId, { search: 'hay', limit: 50 }))).toHaveLength(50);
  });
});
