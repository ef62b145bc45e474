import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { v7 as uuidV7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import { featuresOf } from '@assay/domain/precedents/features.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { hideAssets } from '@assay/storage/upkeep/erasure.ts';
import { type NewDecisions, recordDecisions } from '@assay/storage/submissions/decisions.ts';
import { readAssetToRecord } from '@assay/storage/submissions/asset-ends.ts';
import {
  importLibrary,
  listLibraries,
  removeLibrary,
} from '@assay/storage/submissions/precedent-libraries.ts';
import { createAddPrecedents } from '../../activities/record/add-precedents.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { watchStatements } from '../support/watched-database.ts';
import { liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();
const operator = { kind: 'operator', name: 'Ada', address: null } as const;
const ruleId = randomUUID();

interface Content {
  rule: string;
  quote?: string;
  measured?: number;
  threshold?: number;
  unit?: string;
}

const fixture = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/precedents/${name}.json`, import.meta.url), 'utf8')) as T[];
const ruleIds = new Map<string, ReturnType<typeof randomUUID>>();
const idOfRule = (code: string) => {
  if (!ruleIds.has(code)) ruleIds.set(code, randomUUID());
  return ruleIds.get(code)!;
};

/** Returns an issue as a sidekick makes it, with the parts that are compared. */
function issueOf({ rule, quote, measured, threshold, unit }: Content, id: string = ruleId): Issue {
  const anchor = { kind: 'asset' as const };
  const evidence =
    quote === undefined
      ? { sourceType: 'measurement', content: { measured, threshold, unit }, anchor }
      : { sourceType: 'excerpt', content: { quote, context: quote }, anchor };
  const contributors = [{ evidence: [evidence] }];
  return {
    ...{ id: randomUUID(), ruleId: id, ruleCode: rule, summary: `Claim: ${quote ?? measured}` },
    ...{ anchor, contributors, precedents: [] },
  } as unknown as Issue;
}

const claim = (quote: string) => issueOf({ rule: 'superlative.ranking', quote });

interface Place {
  workspaceId: string;
  submissionId: string;
  assetId: string;
}

async function newAsset(workspaceId: string, environment: 'live' | 'sandbox' = 'live'): Promise<Place> {
  const asset = environment === 'live' ? await liveAsset(own.database, workspaceId) : sandboxAsset('fail');
  const submissionId = await submit(own.database, workspaceId, [asset]);
  return { workspaceId, submissionId, assetId: asset.assetId };
}

const keys = new Map<string, string>();

async function decide(
  { workspaceId, submissionId, assetId }: Place,
  issue: Issue,
  decision: NewDecisions['decision'],
) {
  if (!keys.has(workspaceId))
    keys.set(workspaceId, (await createKey(own.database, workspaceId, 'live', null)).id);
  const decided = {
    ...{ id: uuidV7(), issueId: issue.id, ruleId: issue.ruleId },
    ...{ ruleCode: issue.ruleCode, summary: issue.summary, features: featuresOf(issue) },
  };
  const reason = decision === null ? null : 'The client approved it.';
  const evidence = { added: [], ids: [] };
  const decisions = { submissionId, assetId, decision, reason, evidence, issues: [decided] };
  const actor = { kind: 'key', name: keys.get(workspaceId)!, address: null } as const;
  await recordDecisions(own.database, workspaceId, decisions, actor);
}

/** Adds precedents to the issues of a new asset. */
async function added(workspaceId: string, issues: Issue[], database = own.database): Promise<Issue[]> {
  const { submissionId, assetId } = await newAsset(workspaceId);
  const asset = await readAssetToRecord(own.database, submissionId, assetId, 1);
  return createAddPrecedents(database, 'https://assay.example')(asset!, issues);
}

const decisionsOf = async (workspaceId: string, quote = 'The best soap in the world') =>
  (await added(workspaceId, [claim(quote)]))[0]!.precedents.map(({ decision }) => decision);

describe('decisions of the workspace', () => {
  let workspaceId: string;
  let decided: Place;
  let issue: Issue;
  beforeAll(async () => {
    workspaceId = await newWorkspace(own.database);
    decided = await newAsset(workspaceId);
    issue = claim('The best soap in the world');
    await decide(decided, issue, 'disputed');
    await decide(decided, issue, 'waived');
  });

  test('are precedents with a link to the issue; the newest of an issue counts', async () => {
    const [found, other] = await added(workspaceId, [
      claim('The world’s best soap'),
      claim('The best shampoo in town'),
    ]);
    expect(found!.precedents).toEqual([
      {
        url: `https://assay.example/console/${workspaceId}/live/submissions/${decided.submissionId}/assets/${decided.assetId}?issue=${issue.id}`,
        title: 'Claim: The best soap in the world',
        decision: 'Waived: The client approved it. (similar wording: “The best soap in the world”)',
        date: new Date().toISOString().slice(0, 10),
      },
    ]);
    expect(other!.precedents).toEqual([]);
  });

  test('are not read in another workspace, of another rule, or for the decided asset', async () => {
    const neighbour = await newWorkspace(own.database);
    expect(await decisionsOf(neighbour)).toEqual([]);
    // The neighbour has decisions, so the statement runs.
    await decide(await newAsset(neighbour), claim('A text of the neighbour'), 'accepted');
    expect(await decisionsOf(neighbour)).toEqual([]);
    const [ofOtherRule] = await added(workspaceId, [{ ...issue, ruleId: randomUUID() }]);
    expect(ofOtherRule!.precedents).toEqual([]);
    const asset = await readAssetToRecord(own.database, decided.submissionId, decided.assetId, 1);
    const [itself] = await createAddPrecedents(own.database, null)(asset!, [issue]);
    expect(itself!.precedents).toEqual([]);
  });

  test('are left out if they were withdrawn, are of the sandbox, or their asset is erased', async () => {
    const [withdrawn, erased] = [await newAsset(workspaceId), await newAsset(workspaceId)];
    const soap = claim('The best soap in the world');
    await decide(withdrawn, soap, 'accepted');
    await decide(withdrawn, soap, null);
    await decide(await newAsset(workspaceId, 'sandbox'), soap, 'accepted');
    const soon = claim('The best soap in the world');
    await decide(erased, soon, 'accepted');
    expect(await decisionsOf(workspaceId)).toHaveLength(2);
    await own.database.query(
      `update assets set status = 'complete', completed_at = now() where asset_id = $1`,
      [erased.assetId],
    );
    await hideAssets(
      own.database,
      { submissionId: erased.submissionId, assetIds: [erased.assetId] },
      operator,
      null,
    );
    expect(await decisionsOf(workspaceId)).toEqual([expect.stringMatching(/^Waived/)]);
  });

  test('cost one statement, and none without decisions or without comparable issues', async () => {
    const statements = async (workspace: string, issues: Issue[]) => {
      const watched = watchStatements(own.database);
      await added(workspace, issues, watched.database);
      return watched.names.length;
    };
    expect(await statements(workspaceId, [claim('a'), claim('b')])).toBe(1);
    expect(await statements(await newWorkspace(own.database), [claim('a')])).toBe(0);
    expect(await statements(workspaceId, [{ ...claim(''), summary: 'No quote' }])).toBe(0);
  });
});

test('as in use, at least 9 of 10 of the first five are right, and at least 7 of 10 are found', async () => {
  const workspaceId = await newWorkspace(own.database);
  const asset = await newAsset(workspaceId);
  const ids = new Map<string, number>();
  for (const { id, ...content } of fixture<Content & { id: number }>('pool')) {
    const issue = issueOf(content, idOfRule(content.rule));
    ids.set(issue.id, id);
    await decide(asset, issue, 'waived');
  }
  const queries = fixture<Content & { precedents: number[] }>('queries');
  const issues = await added(
    workspaceId,
    queries.map((query) => issueOf(query, idOfRule(query.rule))),
  );
  const found = issues.map(({ precedents }) =>
    precedents.map(({ url }) => ids.get(new URL(url).searchParams.get('issue')!)!),
  );
  const shown = found.flat().length;
  const right = found.flatMap((each, at) => each.filter((id) => queries[at]!.precedents.includes(id))).length;
  const findable = queries.reduce((sum, { precedents }) => sum + Math.min(5, precedents.length), 0);
  expect(right / shown).toBeGreaterThanOrEqual(0.9);
  expect(right / findable).toBeGreaterThanOrEqual(0.7);
});

describe('a library of rulings', () => {
  const ruling = (decision: string, url = 'https://rulings.example/1') => ({
    ...{ url, title: 'Soap', decision, date: '2025-01-02', ruleCodes: ['superlative.ranking'] },
    text: 'The best soap in the world',
  });
  const importOne = (name: string, decision: string) =>
    importLibrary(own.database, { name, sha256: 'ab'.repeat(32), rulings: [ruling(decision)] }, operator);

  test('is matched in all workspaces; a new version replaces the one before, and it can be removed', async () => {
    const workspaceId = await newWorkspace(own.database);
    expect(await importOne('soap', 'Upheld')).toBe(1);
    expect(await decisionsOf(workspaceId)).toEqual(['Upheld (same wording)']);
    expect(await importOne('soap', 'Not upheld')).toBe(2);
    expect(await decisionsOf(workspaceId)).toEqual(['Not upheld (same wording)']);
    expect(
      (await listLibraries(own.database)).map(({ name, version, endedAt }) => [
        name,
        version,
        endedAt !== null,
      ]),
    ).toEqual([
      ['soap', 2, false],
      ['soap', 1, true],
    ]);
    expect(await removeLibrary(own.database, 'soap', operator)).toBe(true);
    expect(await removeLibrary(own.database, 'soap', operator)).toBe(false);
    expect(await decisionsOf(workspaceId)).toEqual([]);
    const { rows } = await own.database.query('select from precedent_rulings');
    expect(rows).toHaveLength(0);
  });

  test('is read once by a process, until it changes', async () => {
    const workspaceId = await newWorkspace(own.database);
    await importOne('read', 'Upheld');
    const watched = watchStatements(own.database);
    const addPrecedents = createAddPrecedents(watched.database, null);
    for (let times = 0; times < 2; times++) {
      const { submissionId, assetId } = await newAsset(workspaceId);
      const asset = await readAssetToRecord(own.database, submissionId, assetId, 1);
      const [issue] = await addPrecedents(asset!, [claim('The best soap in the world')]);
      expect(issue!.precedents).toHaveLength(1);
    }
    expect(watched.names.length).toBe(1);
    await removeLibrary(own.database, 'read', operator);
  });
});
