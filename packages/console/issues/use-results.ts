import type { Issue, TopicList } from '@assay/client/shapes.ts';
import { type Severity, severities } from '@assay/domain/sidekick.ts';
import { type Live, useLive } from '../live.ts';
import { callApi, type Scope } from '../scope.ts';

/** Number of issues that are shown before "Show more", because a page with thousands of elements is slow. */
export const issuesPerPage = 100;

export interface Results {
  issues: Issue[];
  topics: TopicList['topics'];
}

/**
 * Reads the issues and topics of an asset that has finished.
 * @param path the path of the asset in the public API
 * @param state changes if the results must be read again
 */
export function useResults(
  scope: Scope,
  path: string,
  state: string,
): Live<Results> & { refresh: () => void } {
  return useLive(
    `${scope.workspaceId} ${scope.environment} ${path} ${state}`,
    async (signal) => {
      const read = <T>(part: string) => callApi<T>(scope, 'GET', `${path}/${part}`, undefined, signal);
      const [{ issues }, { topics }] = await Promise.all([
        read<{ issues: Issue[] }>('issues'),
        read<TopicList>('topics'),
      ]);
      return { issues, topics };
    },
    () => null,
  );
}

export type Topic = Results['topics'][number];

export function topicsByIssue({ topics }: Results): Map<string, Topic> {
  return new Map(topics.flatMap((topic) => topic.issueIds.map((id) => [id, topic])));
}

export function countBySeverity(issues: readonly Issue[]): Record<Severity, number> {
  return Object.fromEntries(
    severities.map((each) => [each, issues.filter(({ severity }) => severity === each).length]),
  ) as Record<Severity, number>;
}

/** The chosen filters of a list of issues. An empty text selects all. */
export interface IssueFilter {
  severity: string;
  topic: string;
  text: string;
}

export const noFilter: IssueFilter = { severity: '', topic: '', text: '' };

export function filterIssues(results: Results, { severity, topic, text }: IssueFilter): Issue[] {
  const topics = topicsByIssue(results);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return results.issues.filter((issue) => {
    if (severity !== '' && issue.severity !== severity) return false;
    if (topic !== '' && topics.get(issue.id)?.id !== topic) return false;
    const searched = `${issue.summary} ${issue.details} ${issue.ruleCode}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
