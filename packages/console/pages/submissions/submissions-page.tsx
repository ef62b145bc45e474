import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../../announce.tsx';
import { hasRole } from '../../api/session.ts';
import type { ListedSubmission, SubmissionList } from '../../api/shapes.ts';
import { Icon } from '../../components/icon.tsx';
import { AwayNotice, ErrorNotice } from '../../components/notice.tsx';
import { Empty, Loading, PageHeading } from '../../components/page.tsx';
import { count } from '../../format.ts';
import { livePollMs, useLive } from '../../live.ts';
import { query } from '../../navigation.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import { FilterBar } from './filter-bar.tsx';
import { apiQuery, currentFilters, filterNames } from './filters.ts';
import { SubmissionTable } from './submission-table.tsx';

const pageSize = 50;

export function SubmissionsPage({ scope }: { scope: Scope }) {
  const cursor = query.value.get('cursor');
  const filters = currentFilters();
  const asked = apiQuery(filters, scope.environment, cursor, pageSize);
  const { data, at, error } = useLive(
    `${scope.workspaceId} ${asked}`,
    (signal) =>
      callApi<SubmissionList>(scope, 'GET', `/api/integrations/submissions?${asked}`, undefined, signal),
    () => livePollMs,
  );
  useChanges(data?.items ?? null);
  const isFiltered = filterNames.some((name) => filters[name] !== '');
  return (
    <>
      <PageHeading title="Submissions">
        {hasRole(scope.workspaceId, 'member') && (
          <a class="button button-primary" href={pageHref(scope, '/submissions/new')}>
            <Icon name="plus" />
            New submission
          </a>
        )}
      </PageHeading>
      <FilterBar scope={scope} />
      <AwayNotice error={error} at={at} />
      {data === null &&
        (error === null ? (
          <Loading what="submissions" />
        ) : (
          <ErrorNotice error={error} what="The submissions could not be loaded." isRetried />
        ))}
      {data !== null && data.items.length > 0 && <SubmissionTable scope={scope} items={data.items} />}
      {data?.items.length === 0 &&
        (isFiltered || cursor !== null ? (
          <Empty
            title={data.next === null ? 'No submission matches.' : 'No submission on this page matches.'}
          >
            <p>
              {data.next === null ? (
                <a href={pageHref(scope, '/submissions')}>Show all submissions</a>
              ) : (
                'Older submissions may match.'
              )}
            </p>
          </Empty>
        ) : (
          <FirstSteps scope={scope} />
        ))}
      {data !== null && (cursor !== null || data.next !== null) && (
        <nav class="pages" aria-label="Pages">
          {cursor !== null && <a href={pageHref(scope, '/submissions', filters)}>Newest</a>}
          {data.next !== null && (
            <a class="pages-next" href={pageHref(scope, '/submissions', { ...filters, cursor: data.next })}>
              Older
              <Icon name="chevron" />
            </a>
          )}
        </nav>
      )}
    </>
  );
}

function useChanges(items: ListedSubmission[] | null): void {
  const before = useRef<Map<string, string>>(new Map());
  useEffect(() => {
    if (items === null) return;
    const finished = items.filter(
      ({ submissionId, status }) =>
        before.current.get(submissionId) === 'processing' && status !== 'processing',
    );
    if (finished.length > 0) announce(`${count(finished.length, 'submission')} finished`);
    before.current = new Map(items.map(({ submissionId, status }) => [submissionId, status]));
  }, [items]);
}

function FirstSteps({ scope }: { scope: Scope }) {
  const isSandbox = scope.environment === 'sandbox';
  return (
    <Empty title={isSandbox ? 'The sandbox is empty.' : 'Nothing was submitted yet.'}>
      <p>
        {isSandbox
          ? 'Simulated submissions cost no credits and need no file. Choose an outcome to see what your integration will get.'
          : 'Drop a video, audio file, image or document. You see the price before anything is charged.'}
      </p>
      {hasRole(scope.workspaceId, 'member') && (
        <div class="empty-actions">
          <a class="button button-primary" href={pageHref(scope, '/submissions/new')}>
            {isSandbox ? 'Simulate a submission' : 'Upload files'}
          </a>
          {!isSandbox && (
            <a class="button" href={pageHref({ ...scope, environment: 'sandbox' }, '/submissions/new')}>
              Try the sandbox
            </a>
          )}
        </div>
      )}
    </Empty>
  );
}
