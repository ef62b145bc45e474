import { useSignal } from '@preact/signals';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import { SeverityCounts } from '../../components/badges.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { count, formatNumber } from '../../format.ts';
import { IssueFilters } from '../../issues/issue-filters.tsx';
import { IssueItem } from '../../issues/issue-item.tsx';
import {
  countBySeverity,
  filterIssues,
  issuesPerPage,
  noFilter,
  topicsByIssue,
  useResults,
} from '../../issues/use-results.ts';
import { pageHref, type Scope } from '../../scope.ts';

/** The issues of a finished asset, worst first. @param path the path of the asset in the public API */
export function IssueList({
  scope,
  path,
  reviewPage,
  filename,
}: {
  scope: Scope;
  path: string;
  reviewPage: string;
  filename: string;
}) {
  const { data, error } = useResults(scope, path, '');
  const filter = useSignal(noFilter);
  const shown = useSignal(issuesPerPage);
  if (data === null) {
    return error === null ? (
      <Loading what="issues" />
    ) : (
      <ErrorNotice error={error} what="The issues could not be loaded." isRetried />
    );
  }
  const { issues } = data;
  if (issues.length === 0) return <p class="no-issues">No issues were found.</p>;
  const topics = topicsByIssue(data);
  const matching = filterIssues(data, filter.value).toSorted((a, b) =>
    compareSeverities(a.severity, b.severity),
  );
  return (
    <div class="issues">
      <div class="issues-bar">
        <SeverityCounts counts={countBySeverity(issues)} />
        {issues.length > 5 && (
          <div class="issues-filters" role="group" aria-label={`Filter the issues of ${filename}`}>
            <IssueFilters results={data} filter={filter.value} onChange={(value) => (filter.value = value)} />
          </div>
        )}
      </div>
      <ol class="issue-list" aria-label={`Issues of ${filename}`}>
        {matching.slice(0, shown.value).map((issue) => (
          <li key={issue.id}>
            <IssueItem
              issue={issue}
              topic={topics.get(issue.id)?.title ?? null}
              reviewHref={pageHref(scope, reviewPage, { issue: issue.id })}
            />
          </li>
        ))}
      </ol>
      {matching.length === 0 && <p class="muted">No issue matches.</p>}
      {matching.length > shown.value && (
        <button type="button" class="button" onClick={() => (shown.value += issuesPerPage)}>
          Show {count(Math.min(issuesPerPage, matching.length - shown.value), 'more issue')} of{' '}
          {formatNumber(matching.length)}
        </button>
      )}
    </div>
  );
}
