import { beforeAll, describe, expect, test } from 'vitest';
import { atTarget } from '../../tools/local/samples/audio.ts';
import { submitSandbox, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { mediaOf, submitLive, uploadPdf } from '../support/live.ts';
import { expectShape } from '../support/shape.ts';
import { contributorFields, evidenceFields, issueFields, issueList } from './result-bodies.ts';
import { submissions } from './endpoints.ts';
import { testFields } from './fields.ts';

const tenant = useTenant(useStackDatabase());
const lists: Record<'advisory' | 'fail' | 'pass' | 'error' | 'script' | 'silence', any> = {} as never;
const issues = () => Object.values(lists).flatMap((list) => list.issues);
const contributors = () => issues().flatMap((issue) => issue.contributors);

async function read({ submissionId, assetId }: any): Promise<any> {
  const { body } = await tenant.live('GET', `${submissions}/${submissionId}/assets/${assetId}/issues`);
  expectShape(body, issueList);
  expect(body).toMatchObject({ assetId, total: body.issues.length });
  return body;
}

beforeAll(async () => {
  for (const marker of ['advisory', 'fail', 'pass', 'error'] as const) {
    lists[marker] = await read((await submitSandbox(tenant, [marker])).body.assets[0]);
  }
  const silence = await mediaOf('wav', [
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=8'],
    ...['-af', `volume=${atTarget},volume=0:enable='lt(t,3)'`],
  ]);
  const { body } = await submitLive(tenant, [
    await uploadPdf(tenant, { script: 'app.beep()' }),
    await uploadFile(tenant.live, 'a.wav', 'audio/wav', silence),
  ]);
  const { assets } = (await untilDone(tenant.live, body.submissionId)).body;
  lists.script = await read(assets[0]);
  const [{ id }] = lists.script.issues;
  const ofScript = `${submissions}/${body.submissionId}/assets/${assets[0].assetId}`;
  await tenant.live('PUT', `${ofScript}/issues/${id}/decision`, {
    decision: 'waived',
    reason: 'It is a form.',
  });
  [lists.script, lists.silence] = [await read(assets[0]), await read(assets[1])];
});

describe('2.6 Asset issues list', () => {
  test.for([
    ['advisory', 2],
    ['fail', 3],
    ['pass', 0],
    ['error', 0],
    ['script', 1],
    ['silence', 2],
  ] as const)('of %s has all issues and their number, %i', ([name, total]) => {
    expect(lists[name].total).toBe(total);
    expect(lists[name].issues).toHaveLength(total);
  });

  test('is ordered by reference number', () => {
    expect(lists.fail.issues.map((issue: any) => issue.referenceNumber)).toEqual([1, 2, 3]);
  });
});

describe('2.6 Issue', () => {
  testFields(issueFields, issues);

  test('assetId is that of the owning asset', () => {
    for (const list of Object.values(lists))
      for (const issue of list.issues) expect(issue.assetId).toBe(list.assetId);
  });

  test('severity has the values critical, major, minor and info', () => {
    const seen = new Set(issues().map((issue) => issue.severity));
    expect([...seen].sort()).toEqual(['critical', 'info', 'major', 'minor']);
  });

  test('ids are unique', () => {
    expect(new Set(issues().map((issue) => issue.id)).size).toBe(issues().length);
  });
});

describe('2.6 Contributor', () => {
  testFields(contributorFields, contributors);

  test('there is one for each finding of the issue, and the first is primary', () => {
    for (const { contributors: list } of issues()) {
      expect(list.length).toBeGreaterThan(0);
      expect(list[0].relationType).toBe('primary');
    }
  });

  test('label is the name of the sidekick', async () => {
    const { body } = await tenant.live('GET', '/api/integrations/sidekicks');
    const names = body.sidekicks.map(({ name }: any) => name);
    for (const list of [lists.script, lists.silence])
      expect(names).toContain(list.issues[0].contributors[0].label);
  });

  test('confidence is between 0 and 1', () => {
    for (const { confidence } of contributors()) {
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});

describe('2.6 Evidence', () => {
  const evidence = () => contributors().flatMap((contributor) => contributor.evidence);

  testFields(evidenceFields, evidence);

  test('a measurement has the measured value, the threshold, the unit and the source', () => {
    const [measurement] = lists.silence.issues[0].contributors[0].evidence;
    expect(measurement.sourceType).toBe('measurement');
    expect(Object.keys(measurement.content).sort()).toEqual(['measured', 'source', 'threshold', 'unit']);
    expect(measurement.content.measured).toBeGreaterThanOrEqual(measurement.content.threshold);
  });
});

describe('2.6 anchor', () => {
  test.for([
    ['fail', { kind: 'asset' }],
    ['silence', { kind: 'time', startSeconds: 0 }],
  ] as const)('of %s is %j', ([name, expected]) => {
    expect(lists[name].issues[0].anchor).toMatchObject(expected);
  });
});
