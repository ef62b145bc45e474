import type { Anchor, Issue } from './contracts/issue.ts';
import type { Topic, TopicList } from './contracts/topic.ts';
import { worstSeverity } from './sidekick.ts';

/**
 * Returns the family of a rule. This is the part of the rule's code before the first dot, such as `picture`
 * in `picture.black`.
 */
function familyOf(ruleCode: string): string {
  return ruleCode.split('.', 1)[0]!;
}

/**
 * Groups an asset's issues into topics. Two issues are related if they share a rule family or their anchors
 * overlap. A topic contains all issues that are related, directly or through other issues. An issue that is
 * related to no other is an orphan.
 * @param issues ordered by reference number. The order determines titles and ids, so the same issues always
 *   produce the same topics.
 * @param idOf returns a stable id for a name
 */
export function groupTopics(
  assetId: string,
  issues: readonly Issue[],
  idOf: (name: string) => string,
): TopicList {
  const groups: Issue[][] = [];
  for (const issue of issues) {
    const related = groups.filter((group) => group.some((member) => areRelated(member, issue)));
    const merged = [...related.flat(), issue];
    for (const group of related) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  for (const group of groups) group.sort((a, b) => a.referenceNumber - b.referenceNumber);
  groups.sort((a, b) => a[0]!.referenceNumber - b[0]!.referenceNumber);
  const topics = groups.filter((group) => group.length > 1).map((group) => toTopic(assetId, group, idOf));
  const orphanIssueIds = groups.filter((group) => group.length === 1).map(([issue]) => issue!.id);
  return { assetId, topics, orphanIssueIds, total: topics.length };
}

function areRelated(a: Issue, b: Issue): boolean {
  return familyOf(a.ruleCode) === familyOf(b.ruleCode) || overlap(a.anchor, b.anchor);
}

/**
 * Returns whether two anchors overlap. An anchor to the whole asset overlaps nothing. Otherwise it would join
 * all issues.
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

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
