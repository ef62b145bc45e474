import { expect, test } from 'vitest';
import type { Anchor, Issue } from '@assay/domain/contracts/issue.ts';
import { groupTopics, overlap } from '@assay/domain/topics.ts';

const assetId = '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f';
const time = (startSeconds: number, endSeconds: number): Anchor => ({
  kind: 'time',
  startSeconds,
  endSeconds,
});

function issue(
  referenceNumber: number,
  ruleCode: string,
  anchor: Anchor,
  severity: Issue['severity'] = 'minor',
): Issue {
  return {
    id: `issue-${referenceNumber}`,
    referenceNumber,
    ruleCode,
    anchor,
    severity,
    summary: `s${referenceNumber}`,
  } as Issue;
}

const group = (...issues: Issue[]) => groupTopics(assetId, issues, (name) => name);

test('issues of one rule family form a topic with the worst severity', () => {
  const { topics, orphanIssueIds, total } = group(
    issue(1, 'picture.black', time(1, 2)),
    issue(2, 'picture.freeze', time(8, 9), 'critical'),
    issue(3, 'sound.silence', time(20, 21)),
  );
  expect(topics).toMatchObject([
    {
      title: 'Picture',
      severity: 'critical',
      issueCount: 2,
      issueIds: ['issue-1', 'issue-2'],
      summary: 's1; s2',
    },
  ]);
  expect(orphanIssueIds).toEqual(['issue-3']);
  expect(total).toBe(1);
});

test('issues with overlapping anchors form a topic, even of different families', () => {
  const { topics } = group(issue(1, 'picture.black', time(1, 5)), issue(2, 'sound.silence', time(4, 6)));
  expect(topics).toMatchObject([{ title: 'Picture and sound', issueCount: 2 }]);
});

test('a chain of overlaps forms one topic, even if the middle comes last', () => {
  const { topics, orphanIssueIds } = group(
    issue(1, 'a.x', time(0, 2)),
    issue(2, 'b.x', time(4, 6)),
    issue(3, 'c.x', time(1, 5)),
  );
  expect(topics.map((topic) => topic.issueIds)).toEqual([['issue-1', 'issue-2', 'issue-3']]);
  expect(orphanIssueIds).toEqual([]);
});

test('the same issues give the same topics', () => {
  const issues = [issue(1, 'a.x', time(0, 2)), issue(2, 'a.y', time(4, 6))];
  expect(group(...issues)).toEqual(group(...issues));
});

test('a single issue forms no topic', () => {
  expect(group(issue(1, 'a.x', { kind: 'asset' }))).toEqual({
    assetId,
    topics: [],
    orphanIssueIds: ['issue-1'],
    total: 0,
  });
});

test.for([
  [time(0, 2), time(2, 3), false],
  [time(0, 2), time(1, 3), true],
  [{ kind: 'page', page: 1 }, { kind: 'page', page: 1 }, true],
  [{ kind: 'page', page: 1 }, { kind: 'page', page: 2 }, false],
  [{ kind: 'asset' }, { kind: 'asset' }, false],
  [{ kind: 'page', page: 1 }, time(1, 2), false],
  [
    { kind: 'region', x: 0, y: 0, width: 0.5, height: 0.5 },
    { kind: 'region', x: 0.4, y: 0.4, width: 0.5, height: 0.5 },
    true,
  ],
  [{ kind: 'text', start: 0, end: 5, quote: '' }, { kind: 'text', start: 5, end: 9, quote: '' }, false],
] as [Anchor, Anchor, boolean][])('%j and %j overlap: %s', ([a, b, expected]) => {
  expect(overlap(a, b)).toBe(expected);
  expect(overlap(b, a)).toBe(expected);
});

test('ten thousand issues are grouped without comparing each with each', () => {
  const issues = Array.from({ length: 10_000 }, (_, at) =>
    issue(at + 1, `f${at}.x`, time(2 * at, 2 * at + 1)),
  );
  expect(group(...issues).orphanIssueIds).toHaveLength(10_000);
  const all = issue(10_001, 'g.x', time(0, 20_000));
  expect(group(...issues, all).topics.map(({ issueCount }) => issueCount)).toEqual([10_001]);
});

test('random issues are grouped as if each was compared with each', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const randomAnchor = (): Anchor => {
    const start = random(30);
    switch (random(5)) {
      case 0:
        return { kind: 'asset' };
      case 1:
        return { kind: 'page', page: random(8) };
      case 2:
        return { kind: 'text', start, end: start + random(4), quote: 'q' };
      case 3:
        return { kind: 'region', x: random(9) / 10, y: random(9) / 10, width: 0.1, height: 0.1 };
      default:
        return time(start, start + random(4));
    }
  };
  for (let round = 0; round < 200; round++) {
    const issues = Array.from({ length: random(12) }, (_, at) =>
      issue(at + 1, `f${random(9)}.x`, randomAnchor()),
    );
    const { topics } = group(...issues);
    const topicOf = (id: string) => topics.findIndex(({ issueIds }) => issueIds.includes(id));
    // Grows the group of each issue until no other issue is related to a member of the group.
    for (const first of issues) {
      const members = new Set([first]);
      for (const member of members) {
        for (const other of issues) {
          const isSameFamily = other.ruleCode === member.ruleCode;
          if (other !== member && (isSameFamily || overlap(other.anchor, member.anchor))) members.add(other);
        }
      }
      const expected = [...members].map(({ id }) => id).sort();
      const topic = topics[topicOf(first.id)];
      expect(topic === undefined ? [first.id] : [...topic.issueIds].sort()).toEqual(expected);
    }
  }
});
