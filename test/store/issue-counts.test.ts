import { describe, expect, test } from 'vitest';
import { eraseNames, hideAssets } from '@assay/storage/upkeep/erasure.ts';
import { expireSubmissions, purgeSubmission } from '@assay/storage/upkeep/expiry.ts';
import { recordSandboxEnds, type RuleCount } from '@assay/storage/submissions/asset-ends.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { sandboxAsset, submit } from './fixtures.ts';

// The counts of an asset's issues by severity and by rule, which are written when the asset ends.

const own = useDatabase();
const operator = { kind: 'operator', name: 'ada', address: null } as const;

const black: RuleCount = { ruleCode: 'picture.black', severity: 'major', issueCount: 2 };
const flashes: RuleCount = { ruleCode: 'flash.general', severity: 'critical', issueCount: 1 };
const shortFlash: RuleCount = { ruleCode: 'flash.general', severity: 'minor', issueCount: 4 };

async function end(
  submissionId: string,
  version: number,
  counts: Record<string, RuleCount[]>,
  failed = false,
) {
  const failure = failed ? { errorType: 'x', errorMessage: 'x', isRetryable: true } : null;
  const ends = Object.entries(counts).map(([assetId, ruleCounts]) => ({
    assetId,
    failure,
    ruleCounts,
    issuesKey: null,
    topicsKey: null,
    issueCount: ruleCounts.reduce((sum, { issueCount }) => sum + issueCount, 0),
  }));
  await recordSandboxEnds(own.database, submissionId, version, ends);
}

/** Returns the counts by severity (critical, major, minor, info) of each asset, and the counts by rule. */
async function countsOf(submissionId: string) {
  const { rows: bySeverity } = await own.database.query<{ assetId: string; counts: (number | null)[] }>(
    `select asset_id as "assetId", array[critical_count, major_count, minor_count, info_count] as counts
     from assets where submission_id = $1`,
    [submissionId],
  );
  const { rows: byRule } = await own.database.query(
    `select asset_id as "assetId", rule_code as "ruleCode", severity, issue_count as "issueCount"
     from asset_rules where submission_id = $1 order by asset_id, rule_code, severity`,
    [submissionId],
  );
  return {
    bySeverity: Object.fromEntries(bySeverity.map(({ assetId, counts }) => [assetId, counts])),
    byRule,
  };
}

const unknown = [null, null, null, null];

/** Submits two sandbox assets. The first ends with issues and a retryable failure, the second without issues. */
async function submitted() {
  const workspaceId = await newWorkspace(own.database);
  const [first, second] = [sandboxAsset('fail'), sandboxAsset('pass')];
  const submissionId = await submit(own.database, workspaceId, [first, second]);
  await end(submissionId, 1, { [first.assetId]: [black, flashes, shortFlash], [second.assetId]: [] }, true);
  return { workspaceId, submissionId, first: first.assetId, second: second.assetId };
}

describe('the counts of issues', () => {
  test('are unknown until the asset ends, and then recorded by severity and by rule', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = sandboxAsset('fail');
    const submissionId = await submit(own.database, workspaceId, [asset]);
    expect(await countsOf(submissionId)).toEqual({ bySeverity: { [asset.assetId]: unknown }, byRule: [] });
    await end(submissionId, 1, { [asset.assetId]: [black, flashes, shortFlash] });
    const { assetId } = asset;
    const expected = {
      bySeverity: { [assetId]: [1, 2, 4, 0] },
      byRule: [
        { assetId, ...flashes },
        { assetId, ...shortFlash },
        { assetId, ...black },
      ],
    };
    expect(await countsOf(submissionId)).toEqual(expected);
    await end(submissionId, 1, { [asset.assetId]: [{ ...black, issueCount: 9 }] });
    expect(await countsOf(submissionId)).toEqual(expected);
  });

  test('of one asset are not those of another', async () => {
    const { submissionId, first, second } = await submitted();
    const { bySeverity, byRule } = await countsOf(submissionId);
    expect(bySeverity).toEqual({ [first]: [1, 2, 4, 0], [second]: [0, 0, 0, 0] });
    expect(byRule.map((row) => (row as { assetId: string }).assetId)).toEqual([first, first, first]);
  });

  test('are removed by a retry, whose end records new ones', async () => {
    const { workspaceId, submissionId, first, second } = await submitted();
    await openRetry(own.database, workspaceId, submissionId, first);
    expect(await countsOf(submissionId)).toEqual({
      bySeverity: { [first]: unknown, [second]: [0, 0, 0, 0] },
      byRule: [],
    });
    const found = { ...black, severity: 'info' as const };
    await end(submissionId, 2, { [first]: [found] });
    expect(await countsOf(submissionId)).toEqual({
      bySeverity: { [first]: [0, 0, 0, 2], [second]: [0, 0, 0, 0] },
      byRule: [{ assetId: first, ...found }],
    });
  });

  test('are removed by an erasure, which hides those by rule at once', async () => {
    const { submissionId, first, second } = await submitted();
    const target = { submissionId, assetIds: [first] };
    await hideAssets(own.database, target, operator, null);
    expect((await countsOf(submissionId)).byRule).toEqual([]);
    await purgeSubmission(own.database, submissionId, { assetIds: [first], withPending: true });
    await eraseNames(own.database, target, false);
    expect(await countsOf(submissionId)).toEqual({
      bySeverity: { [first]: unknown, [second]: [0, 0, 0, 0] },
      byRule: [],
    });
  });

  test('are removed with an expired submission', async () => {
    const { submissionId, first, second } = await submitted();
    await own.database.query(`update assets set sha256 = sha256('x') where submission_id = $1`, [
      submissionId,
    ]);
    await expireSubmissions(own.database, [{ id: submissionId, isDue: true, version: 1, status: 'failed' }]);
    await purgeSubmission(own.database, submissionId);
    expect(await countsOf(submissionId)).toEqual({
      bySeverity: { [first]: unknown, [second]: unknown },
      byRule: [],
    });
    const { rows } = await own.database.query(
      'select from assets where submission_id = $1 and sha256 is not null',
      [submissionId],
    );
    expect(rows).toEqual([]);
  });
});
