import { beforeAll, describe, expect, test } from 'vitest';
import { submitSandbox, untilDone, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { expectShape } from '../support/shape.ts';
import { ruleFields, sidekickFields, sidekickList, topicFields, topicList } from './result-bodies.ts';
import { submissions } from './endpoints.ts';
import { testFields } from './fields.ts';

const tenant = useTenant(useStackDatabase());

describe('2.8 Topics of an asset', () => {
  const lists: Record<'fail' | 'pass' | 'error' | 'alone', any> = {} as never;
  let issueIds: string[];

  async function read({ submissionId, assetId }: any): Promise<any> {
    const path = `${submissions}/${submissionId}/assets/${assetId}`;
    const { body } = await tenant.live('GET', `${path}/topics`);
    expectShape(body, topicList);
    expect(body).toMatchObject({ assetId, total: body.topics.length });
    return { ...body, path };
  }

  beforeAll(async () => {
    for (const marker of ['fail', 'pass', 'error'] as const)
      lists[marker] = await read((await submitSandbox(tenant, [marker])).body.assets[0]);
    const { body } = await submitLive(tenant, [await uploadPdf(tenant, { script: 'app.beep()' })]);
    lists.alone = await read((await untilDone(tenant.live, body.submissionId)).body.assets[0]);
    const { issues } = (await tenant.live('GET', `${lists.fail.path}/issues`)).body;
    issueIds = issues.map(({ id }: any) => id);
  });

  testFields(topicFields, () => lists.fail.topics);

  test('issues of one rule family are one topic with the severity of the worst issue', () => {
    expect(lists.fail.topics).toMatchObject([{ issueCount: 3, issueIds, severity: 'critical' }]);
    expect(lists.fail.orphanIssueIds).toEqual([]);
  });

  test('an issue that is in no topic is an orphan', () => {
    expect(lists.alone).toMatchObject({ topics: [], total: 0 });
    expect(lists.alone.orphanIssueIds).toHaveLength(1);
  });

  test.for(['pass', 'error'] as const)('an asset without issues has no topics: %s', (name) => {
    expect(lists[name]).toMatchObject({ topics: [], orphanIssueIds: [], total: 0 });
  });
});

describe('2.8 Sidekicks', () => {
  let sidekicks: any[];

  beforeAll(async () => {
    const { status, body } = await tenant.live('GET', '/api/integrations/sidekicks');
    expect(status).toBe(200);
    expectShape(body, sidekickList);
    ({ sidekicks } = body);
  });

  testFields(sidekickFields, () => sidekicks);

  describe('rules', () => {
    testFields(ruleFields, () => sidekicks.flatMap(({ rules }) => rules));
  });

  test('are the same for sandbox keys', async () => {
    expect((await tenant.sandbox('GET', '/api/integrations/sidekicks')).body).toEqual({ sidekicks });
  });

  test('have unique ids', () => {
    const ids = sidekicks.flatMap(({ id, rules }) => [id, ...rules.map((rule: any) => rule.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
