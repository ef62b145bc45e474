import { expect, test } from 'vitest';
import type { Anchor, Issue } from '../../domain/contracts/issue.ts';
import { groupTopics, overlap } from '../../domain/topics.ts';

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
