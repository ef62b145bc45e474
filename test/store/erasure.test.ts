import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Actor } from '@assay/domain/actor.ts';
import { insertEntry } from '@assay/storage/accounts/audit-log.ts';
import { readChainHeads, verifyChains } from '@assay/storage/accounts/audit-chain.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { inviteMember, linkMember } from '@assay/storage/accounts/invite.ts';
import { readMemberData } from '@assay/storage/accounts/member-data.ts';
import { eraseMember } from '@assay/storage/upkeep/erase.ts';
import {
  areDeliveriesLeased,
  eraseNames,
  eraseSettings,
  hideAssets,
  readSubmissionToErase,
} from '@assay/storage/upkeep/erasure.ts';
import { purgeSubmission } from '@assay/storage/upkeep/expiry.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import { addToWorkspace, removeMember } from '@assay/storage/accounts/members.ts';
import { markVersionStarted } from '@assay/storage/submissions/outbox.ts';
import { recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import { reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { insertSubmission, type NewAsset } from '@assay/storage/submissions/submissions.ts';
import { releaseLeases } from '@assay/storage/webhooks/waiting-deliveries.ts';
import { newWorkspace, untilWaitingForLocks, useDatabase } from '../support/database.ts';
import { lease, fireAgain, fireAt, subscribeAt } from '../support/deliveries.ts';
import { tablesWith } from '../support/tables-with.ts';
import { bodyOf, liveAsset, sandboxAsset, submit } from './fixtures.ts';

// Requests that arrive while an erasure runs. Nothing that they write may survive it.

const own = useDatabase();
const operator = { kind: 'operator', name: 'grace', address: null } as const;
const type = 'asset.processing.completed';

const hide = (submissionId: string, ...assetIds: string[]) =>
  hideAssets(own.database, { submissionId, assetIds }, operator, null);

/** Hides a submission and erases its rows, as the command does. */
async function erase(submissionId: string): Promise<void> {
  const target = (await readSubmissionToErase(own.database, submissionId))!;
  await hide(submissionId, ...target.assetIds);
  await purgeSubmission(own.database, submissionId, { assetIds: null, withPending: true });
  await eraseNames(own.database, target, true);
}

async function ended(workspaceId: string, assets: NewAsset[], errorType: string | null = null) {
  const submissionId = await submit(own.database, workspaceId, assets);
  const failure =
    errorType === null ? null : { errorType, errorMessage: `${errorType} of Ada`, isRetryable: true };
  const results = { issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
  const ends = assets.map(({ assetId }) => ({ assetId, failure, ...results }));
  await recordSandboxEnds(own.database, submissionId, 1, ends);
  return submissionId;
}

const create = (workspaceId: string, asset: NewAsset) =>
  insertSubmission(own.database, {
    submissionId: randomUUID(),
    workspaceId,
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    environment: asset.sandboxOutcome === null ? ('live' as const) : ('sandbox' as const),
    priceBookVersion: asset.sandboxOutcome === null ? 1 : null,
    assets: [asset],
  });

const event = ({ assetId }: NewAsset) =>
  ({ id: randomUUID(), assetId, version: null, type, payload: '{}' }) as const;

async function eventsOf(submissionId: string): Promise<number> {
  const { rows } = await own.database.query('select from events where submission_id = $1', [submissionId]);
  return rows.length;
}

/** Calls `work` while a transaction has hidden the submission but is not committed. */
async function whileHiding<T>(submissionId: string, work: () => Promise<T>): Promise<T> {
  const client = await own.database.connect();
  try {
    await client.query('begin');
    await client.query('select from submissions where id = $1 for update', [submissionId]);
    await client.query('update assets set erased_at = now() where submission_id = $1', [submissionId]);
    await client.query('update submissions set expired_at = now() where id = $1', [submissionId]);
    const working = work();
    await untilWaitingForLocks(own.database, 1);
    await client.query('commit');
    return await working;
  } finally {
    client.release();
  }
}

describe('a request during an erasure', () => {
  test('that fires events writes none', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribeAt(own.database, workspaceId, 'https://example.com/');
    const asset = sandboxAsset('pass');
    const submissionId = await ended(workspaceId, [asset]);
    const fire = () => insertFiredEvents(own.database, workspaceId, submissionId, [event(asset)], operator);
    expect(await whileHiding(submissionId, fire)).toEqual([]);
    expect(await fire()).toEqual([]);
    expect(await eventsOf(submissionId)).toBe(0);
  });

  test('that fires events of a submission of which one asset is erased writes those of the others', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribeAt(own.database, workspaceId, 'https://example.com/');
    const [erased, kept] = [sandboxAsset('pass'), sandboxAsset('pass')];
    const submissionId = await ended(workspaceId, [erased, kept]);
    await hide(submissionId, erased.assetId);
    const both = [event(erased), event(kept)];
    expect(await insertFiredEvents(own.database, workspaceId, submissionId, both)).toEqual([
      expect.objectContaining({ eventId: both[1]!.id }),
    ]);
  });

  test('that fires events while one asset is being erased writes those of the others', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribeAt(own.database, workspaceId, 'https://example.com/');
    const [erased, kept] = [sandboxAsset('pass'), sandboxAsset('pass')];
    const submissionId = await ended(workspaceId, [erased, kept]);
    const both = [event(erased), event(kept)];
    const client = await own.database.connect();
    try {
      await client.query('begin');
      await client.query('select from submissions where id = $1 for update', [submissionId]);
      await client.query('update assets set erased_at = now() where asset_id = $1', [erased.assetId]);
      const firing = insertFiredEvents(own.database, workspaceId, submissionId, both);
      await untilWaitingForLocks(own.database, 1);
      await client.query('commit');
      expect(await firing).toEqual([expect.objectContaining({ eventId: both[1]!.id })]);
    } finally {
      client.release();
    }
  });

  test('that redelivers an event sends nothing after it', async () => {
    const workspaceId = await newWorkspace(own.database);
    const subscriptionId = await subscribeAt(own.database, workspaceId, 'https://example.com/');
    const fired = await fireAgain(own.database, workspaceId);
    await recordSandboxEnds(own.database, fired.submissionId, 1, [
      {
        assetId: (await bodyOf(own.database, workspaceId, fired.submissionId)).assets[0].assetId,
        failure: null,
        issueCount: 0,
        ruleCounts: [],
        issuesKey: null,
        topicsKey: null,
      },
    ]);
    await own.database.query(`update deliveries set status = 'failed', completed_at = now() where id = $1`, [
      fired.deliveryId,
    ]);
    await own.database.query(`update attempts set status = 'failed' where delivery_id = $1`, [
      fired.deliveryId,
    ]);
    const redeliver = () => reopenDelivery(own.database, workspaceId, subscriptionId, fired.event.id);
    expect(await redeliver()).toHaveLength(1);
    await erase(fired.submissionId);
    expect(await eventsOf(fired.submissionId)).toBe(0);
    expect(await redeliver()).toEqual([]);
  });

  test('that leases a delivery is seen until the lease ends', async () => {
    const { submissionId } = await fireAt(own.database, 'https://example.com/');
    const target = (await readSubmissionToErase(own.database, submissionId))!;
    expect(await areDeliveriesLeased(own.database, target)).toBe(false);
    const leased = await lease(own.database, 100);
    expect(await areDeliveriesLeased(own.database, target)).toBe(true);
    await releaseLeases(own.database, leased);
    expect(await areDeliveriesLeased(own.database, target)).toBe(false);
  });

  test('that submits a pending sandbox asset is refused until the workflow has been started', async () => {
    const asset = sandboxAsset('pending');
    const submissionId = await submit(own.database, await newWorkspace(own.database), [asset]);
    const unfinished = [{ submissionId, assetId: asset.assetId }];
    expect(await hide(submissionId, asset.assetId)).toEqual({ unfinished });
    await markVersionStarted(own.database, submissionId, 1);
    expect(await hide(submissionId, asset.assetId)).toEqual({ isWhole: true });
  });

  test('that retries an asset either starts it, so the erasure is refused, or changes nothing', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = sandboxAsset('retryable_error');
    const submissionId = await ended(workspaceId, [asset], 'sandbox_retryable_error');
    const retry = () => openRetry(own.database, workspaceId, submissionId, asset.assetId);
    const [hidden, retried] = await Promise.all([hide(submissionId, asset.assetId), retry()]);
    if (retried === null) expect(hidden).toEqual({ isWhole: true });
    else expect(hidden).toEqual({ unfinished: [{ submissionId, assetId: asset.assetId }] });
    expect(await retry()).toBeNull();

    const other = sandboxAsset('retryable_error');
    const kept = sandboxAsset('pass');
    const mixed = await ended(workspaceId, [other, kept], 'sandbox_retryable_error');
    await hide(mixed, other.assetId);
    expect(await openRetry(own.database, workspaceId, mixed, other.assetId)).toBeNull();
  });

  test.for(['live', 'sandbox'] as const)(
    'that submits the same %s blob path is rejected',
    async (environment) => {
      const workspaceId = await newWorkspace(own.database);
      const other = await newWorkspace(own.database);
      const asset =
        environment === 'live' ? await liveAsset(own.database, workspaceId) : sandboxAsset('pass');
      const submissionId = await ended(workspaceId, [asset]);
      const again = { ...asset, ledgerEntryId: asset.ledgerEntryId && randomUUID() };
      await hide(submissionId, asset.assetId);
      expect(await create(workspaceId, again)).toBe('duplicate');
      await erase(submissionId);
      expect(await create(workspaceId, again)).toBe('duplicate');
      if (environment === 'sandbox') expect(await create(other, again)).toBe('inserted');
    },
  );
});

describe('an erased asset', () => {
  test('no longer decides the status of its submission, which keeps its time of completion', async () => {
    const workspaceId = await newWorkspace(own.database);
    const [failed, passed] = [sandboxAsset('error'), sandboxAsset('pass')];
    const submissionId = await submit(own.database, workspaceId, [failed, passed]);
    const results = { issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
    const failure = { errorType: 'sandbox_error', errorMessage: 'Ada failed', isRetryable: false };
    await recordSandboxEnds(own.database, submissionId, 1, [
      { assetId: failed.assetId, failure, ...results },
      { assetId: passed.assetId, failure: null, ...results },
    ]);
    const before = await bodyOf(own.database, workspaceId, submissionId);
    expect(before).toMatchObject({ status: 'failed', errorMessage: 'Ada failed' });
    await hide(submissionId, failed.assetId);
    const { assets, completedAt, ...after } = await bodyOf(own.database, workspaceId, submissionId);
    expect(after).toMatchObject({ status: 'complete', errorMessage: null, isRetryable: false });
    expect(after.progress).toEqual({ finished: 1, total: 1 });
    expect([assets.length, completedAt]).toEqual([1, before.completedAt]);
  });

  test('in the sandbox with the id of a live upload leaves the upload alone', async () => {
    const workspaceId = await newWorkspace(own.database);
    const live = await liveAsset(own.database, workspaceId);
    await ended(workspaceId, [live]);
    const simulated = { ...sandboxAsset('pass'), assetId: live.assetId };
    const submissionId = await ended(workspaceId, [simulated]);
    await erase(submissionId);
    const { rows } = await own.database.query('select filename from uploads where asset_id = $1', [
      live.assetId,
    ]);
    expect(rows).toEqual([{ filename: live.filename }]);
  });
});

describe('the members of an erased workspace', () => {
  const invite = async (workspaceId: string, name: string) => {
    const link = await inviteMember(own.database, 'http://x', { name, workspaceId, role: 'admin' }, operator);
    await own.database.query(
      `insert into sessions (token_hash, member_id, expires_at)
       values (sha256(gen_random_uuid()::text::bytea), $1, now() + interval '1 day')`,
      [link.memberId],
    );
    return link.memberId;
  };
  const rowsOf = async (memberId: string) => {
    const { rows } = await own.database.query<{ name: string }>(
      `select name, (select count(*) from memberships where member_id = id) as memberships,
         (select count(*) from sessions where member_id = id) as sessions,
         (select count(*) from sign_in_links where member_id = id) as links
       from members where id = $1`,
      [memberId],
    );
    return rows[0];
  };

  test('lose name, sessions and links, also those removed before; members of other workspaces keep their name', async () => {
    const [erased, kept] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const [only, both, removed, other] = [
      await invite(erased, 'Only'),
      await invite(erased, 'Both'),
      await invite(erased, 'Removed'),
      await invite(kept, 'Other'),
    ];
    await addToWorkspace(own.database, { memberId: both, workspaceId: kept }, 'viewer', operator);
    const ofRemoved = { memberId: removed, workspaceId: erased, keepAdmin: false };
    expect(await removeMember(own.database, ofRemoved, operator)).toEqual([]);
    expect((await eraseSettings(own.database, erased, operator)).members).toBe(2);
    const gone = { name: 'erased', memberships: 0, sessions: 0, links: 0 };
    expect([await rowsOf(only), await rowsOf(removed)]).toEqual([gone, gone]);
    // The link was revoked when the member joined the other workspace.
    expect(await rowsOf(both)).toEqual({ name: 'Both', memberships: 1, sessions: 0, links: 1 });
    expect(await rowsOf(other)).toEqual({ name: 'Other', memberships: 1, sessions: 1, links: 1 });
    expect(await linkMember(own.database, 'http://x', only, operator)).toBeNull();
    expect((await eraseSettings(own.database, erased, operator)).members).toBe(0);
  });
});

describe('an erased person', () => {
  const as = (kind: 'member' | 'key', name: string, address: string): Actor => ({ kind, name, address });
  const name = 'quill feather';
  const [atHome, atWork, ofService] = ['198.51.100.21', '198.51.100.22', '198.51.100.23'];

  test('is exported, and leaves no name and no address, except those of a key that was kept for others', async () => {
    const [workspaceId, second] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const invited = { name, workspaceId, role: 'admin' } as const;
    const { memberId } = await inviteMember(own.database, 'http://x', invited, operator);
    const member = as('member', memberId, atHome);
    const keyNamed = async (keyName: string, address: string) => {
      const { id } = await createKey(own.database, workspaceId, 'live', null, member, { name: keyName });
      for (const action of ['upload.create', 'submission.create'] as const)
        await insertEntry(own.database, as('key', id, address), {
          workspaceId,
          action,
          subject: 'uploads/1',
        });
      return id;
    };
    const [used, kept] = [
      await keyNamed(`Laptop of ${name}`, atWork),
      await keyNamed('Publishing system', ofService),
    ];
    await addToWorkspace(own.database, { memberId, workspaceId: second }, 'viewer', operator);
    await own.database.query(
      `insert into sessions (token_hash, member_id, expires_at) values (sha256('s'), $1, now() + interval '1 hour')`,
      [memberId],
    );
    const data = await readMemberData(own.database, memberId);
    expect(data).toMatchObject({
      member: { id: memberId, name },
      memberships: [{ workspaceId }, { workspaceId: second, role: 'viewer' }],
      signInLinks: [{ endedAs: 'revoked' }],
      sessions: [{ viaOperator: false }],
      apiKeys: [
        { id: used, addresses: [{ address: atWork, entries: 2 }] },
        { id: kept, name: 'Publishing system', addresses: [{ address: ofService, entries: 2 }] },
      ],
      decisions: [],
      reportLinks: [],
      changesByMember: [
        { address: atHome, action: 'key.create' },
        { address: atHome, action: 'key.create' },
      ],
      changesOfMember: [{ action: 'member.invite' }, { action: 'member.add' }],
    });
    expect(JSON.stringify(data)).not.toContain(operator.name);

    const heads = await readChainHeads(own.database);
    const erase = () => eraseMember({ database: own.database, operator }, memberId);
    const refusal = (kind: string) => ({ refusal: expect.objectContaining({ kind }) });
    await expect(erase()).rejects.toMatchObject(refusal('not_removed'));
    for (const id of [workspaceId, second])
      await removeMember(own.database, { memberId, workspaceId: id, keepAdmin: false }, operator, [kept]);
    await expect(erase()).rejects.toMatchObject(refusal('recently_removed'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 });
    try {
      expect(await erase()).toMatchObject({ subjects: [`members/${memberId}`], members: 1, addresses: 4 });
      expect(await erase()).toMatchObject({ members: 0, addresses: 0 });
    } finally {
      vi.useRealTimers();
    }
    for (const text of [name, atHome, atWork])
      expect([text, await tablesWith(own.database, text)]).toEqual([text, []]);
    expect([
      await tablesWith(own.database, ofService),
      await tablesWith(own.database, 'publishing system'),
    ]).toEqual([['audit_log'], ['api_keys']]);
    expect(await verifyChains(own.database, heads)).toMatchObject({ erasedAddresses: 4, faults: [] });
    expect(await readMemberData(own.database, memberId)).toMatchObject({
      member: { name: 'erased' },
      memberships: [],
      sessions: [],
      signInLinks: [],
      apiKeys: [
        { id: used, name: null },
        { id: kept, name: 'Publishing system' },
      ],
      changesByMember: [{ address: null }, { address: null }],
    });
    const unknown = eraseMember({ database: own.database, operator }, randomUUID());
    await expect(unknown).rejects.toMatchObject(refusal('unknown'));
  });
});
