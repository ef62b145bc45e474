import { sentenceCase } from './lib/characters.ts';
import type { Anchor, Issue } from './contracts/issue.ts';
import type { Topic, TopicList } from './contracts/topic.ts';
import { worstSeverity } from './sidekick.ts';

/** Returns the family of a rule: the part of its code before the first dot, such as `picture`. */
function familyOf(ruleCode: string): string {
  return ruleCode.split('.', 1)[0]!;
}

/**
 * Groups an asset's issues into topics. Two issues are related if they share a rule family or their anchors overlap. A
 * topic contains all issues that are related, directly or through other issues. An issue that is related to no other
 * issue is an orphan.
 * @param issues ordered by reference number. The order determines titles and ids, so the same issues always produce the
 *   same topics.
 * @param idOf returns a stable id for a name
 */
export function groupTopics(
  assetId: string,
  issues: readonly Issue[],
  idOf: (name: string) => string,
): TopicList {
  const groups = relatedGroups(issues);
  for (const group of groups) group.sort((a, b) => a.referenceNumber - b.referenceNumber);
  groups.sort((a, b) => a[0]!.referenceNumber - b[0]!.referenceNumber);
  const topics = groups.filter((group) => group.length > 1).map((group) => toTopic(assetId, group, idOf));
  const orphanIssueIds = groups.filter((group) => group.length === 1).map(([issue]) => issue!.id);
  return { assetId, topics, orphanIssueIds, total: topics.length };
}

/**
 * Returns the issues in groups of related issues (union-find). Issues with time or text anchors are sorted by start,
 * and each is compared only with the earlier issue that ends last. Thousands of such issues are therefore grouped in
 * milliseconds.
 */
function relatedGroups(issues: readonly Issue[]): Issue[][] {
  const parents = issues.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  const join = (a: number, b: number) => {
    parents[rootOf(b)] = rootOf(a);
  };
  const firsts = new Map<string, number>();
  const joinEqual = (key: string, index: number) => {
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else join(first, index);
  };
  const intervals: { line: string; start: number; end: number; index: number }[] = [];
  for (const [index, { ruleCode, anchor }] of issues.entries()) {
    joinEqual(`family ${familyOf(ruleCode)}`, index);
    if (anchor.kind === 'page') joinEqual(`page ${anchor.page}`, index);
    if (anchor.kind === 'time')
      intervals.push({ line: 'time', start: anchor.startSeconds, end: anchor.endSeconds, index });
    if (anchor.kind === 'text') intervals.push({ line: 'text', start: anchor.start, end: anchor.end, index });
    if (anchor.kind === 'region')
      for (let other = 0; other < index; other++)
        if (overlap(issues[other]!.anchor, anchor)) join(other, index);
  }
  for (const line of ['time', 'text']) {
    const sorted = intervals
      .filter((each) => each.line === line)
      .sort((a, b) => a.start - b.start || a.end - b.end);
    let last = sorted[0];
    for (const next of sorted.slice(1)) {
      if (overlap(issues[last!.index]!.anchor, issues[next.index]!.anchor)) join(last!.index, next.index);
      if (next.end > last!.end) last = next;
    }
  }
  const groups = new Map<number, Issue[]>();
  for (const [index, issue] of issues.entries()) {
    const root = rootOf(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [issue]);
    else group.push(issue);
  }
  return [...groups.values()];
}

/**
 * Returns whether two anchors overlap. Anchors of different kinds do not overlap. An anchor to the whole asset overlaps
 * nothing, because it would otherwise join all issues into one topic.
 */
export function overlap(a: Anchor, b: Anchor): boolean {
  if (a.kind === 'time' && b.kind === 'time')
    return a.startSeconds < b.endSeconds && b.startSeconds < a.endSeconds;
  if (a.kind === 'page' && b.kind === 'page') return a.page === b.page;
  if (a.kind === 'text' && b.kind === 'text') return a.start < b.end && b.start < a.end;
  if (a.kind === 'region' && b.kind === 'region') {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  }
  return false;
}

function toTopic(assetId: string, group: Issue[], idOf: (name: string) => string): Topic {
  const families = [...new Set(group.map((issue) => familyOf(issue.ruleCode)))];
  const issueIds = group.map((issue) => issue.id);
  return {
    id: idOf(`topic:${assetId}:${issueIds.join(',')}`),
    title: sentenceCase(families.map((family) => family.replaceAll('_', ' ')).join(' and ')),
    summary: group.map((issue) => issue.summary).join('; '),
    severity: worstSeverity(group.map((issue) => issue.severity)),
    issueCount: group.length,
    issueIds,
  };
}
