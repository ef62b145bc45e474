import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Issue, TopicList } from '../../../client/shapes.ts';
import { type Severity, severities } from '../../../domain/sidekick.ts';
import { SeverityCounts } from '../../components/badges.tsx';
import { Select } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { count } from '../../format.ts';
import { callApi, type Scope } from '../../scope.ts';
import { IssueItem } from './issue-item.tsx';

/** Issues that are shown before "Show more", because a page with thousands of elements is slow. */
const issuesPerPage = 100;

interface Results {
  issues: Issue[];
  topics: TopicList['topics'];
}

/** The issues of a finished asset. @param path the path of the asset in the public API */
export function IssueList({ scope, path, filename }: { scope: Scope; path: string; filename: string }) {
  const results = useSignal<Results | null>(null);
  const error = useSignal<Error | null>(null);
  const severity = useSignal('');
  const topic = useSignal('');
  const shown = useSignal(issuesPerPage);

  const load = async () => {
    error.value = null;
    try {
      const [{ issues }, { topics }] = await Promise.all([
        callApi<{ issues: Issue[] }>(scope, 'GET', `${path}/issues`),
        callApi<TopicList>(scope, 'GET', `${path}/topics`),
      ]);
      results.value = { issues, topics };
    } catch (caught) {
      error.value = caught as Error;
    }
  };
  useEffect(() => {
    void load();
  }, [path]);

  if (results.value === null) {
    return error.value === null ? (
      <Loading what="issues" />
    ) : (
      <>
        <ErrorNotice error={error.value} what="The issues could not be loaded." />
        <button type="button" class="button" onClick={() => void load()}>
          Try again
        </button>
      </>
    );
  }
  const { issues, topics } = results.value;
  if (issues.length === 0) return <p class="no-issues">No issues were found.</p>;

  const topicOf = new Map(
    topics.flatMap(({ id, title, issueIds }) => issueIds.map((issue) => [issue, { id, title }])),
  );
  const matching = issues
    .filter((issue) => severity.value === '' || issue.severity === severity.value)
    .filter((issue) => topic.value === '' || topicOf.get(issue.id)?.id === topic.value);
  const numbers = Object.fromEntries(
    severities.map((each) => [each, issues.filter((issue) => issue.severity === each).length]),
  ) as Record<Severity, number>;
  const severityOptions = severities.filter((each) => numbers[each] > 0);
  return (
    <div class="issues">
      <div class="issues-bar">
        <SeverityCounts counts={numbers} />
        {issues.length > 5 && (
          <div class="issues-filters" role="group" aria-label={`Filter the issues of ${filename}`}>
            <Select
              label="Severity"
              value={severity.value}
              options={[
                ['', 'All'],
                ...severityOptions.map((each) => [each, `${each} (${numbers[each]})`] as const),
              ]}
              onChange={(value) => (severity.value = value)}
            />
            {topics.length > 0 && (
              <Select
                label="Topic"
                value={topic.value}
                options={[
                  ['', 'All'],
                  ...topics.map(({ id, title, issueCount }) => [id, `${title} (${issueCount})`] as const),
                ]}
                onChange={(value) => (topic.value = value)}
              />
            )}
          </div>
        )}
      </div>
      <ol class="issue-list" aria-label={`Issues of ${filename}`}>
        {matching.slice(0, shown.value).map((issue) => (
          <li key={issue.id}>
            <IssueItem issue={issue} topic={topicOf.get(issue.id)?.title ?? null} />
          </li>
        ))}
      </ol>
      {matching.length === 0 && <p class="muted">No issue matches.</p>}
      {matching.length > shown.value && (
        <button type="button" class="button" onClick={() => (shown.value += issuesPerPage)}>
          Show {count(Math.min(issuesPerPage, matching.length - shown.value), 'more issue')} of{' '}
          {matching.length}
        </button>
      )}
    </div>
  );
}
