import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Issue } from '@assay/client/shapes.ts';
import { Field } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { count, formatNumber } from '../../format.ts';
import { IssueFilters } from '../../issues/issue-filters.tsx';
import { IssueItem } from '../../issues/issue-item.tsx';
import { formatPlace } from '../../issues/place.ts';
import {
  type IssueFilter,
  issuesPerPage,
  noFilter,
  type Results,
  topicsByIssue,
} from '../../issues/use-results.ts';
import type { Live } from '../../live.ts';

interface Props {
  filename: string;
  results: Live<Results>;
  filter: IssueFilter;
  matching: readonly Issue[];
  selected: Issue | null;
  formatTime: (seconds: number) => string;
  /** Returns the decision about an issue, with buttons to decide. */
  decisionOf: (issue: Issue) => ComponentChildren;
  /** The marked issues. Null if the person may not decide. */
  marks: { marked: ReadonlySet<string>; onMark: (issue: Issue) => void } | null;
  markedPanel: ComponentChildren;
  onFilter: (filter: IssueFilter) => void;
  onSelect: (issue: Issue | null) => void;
}

/** The issues beside the media. The selected issue is open. */
export function IssuePanel({ filename, results, ...rest }: Props) {
  const { data, error } = results;
  return (
    <section class="review-issues" aria-label={`Issues of ${filename}`}>
      {data === null && error === null && <Loading what="issues" />}
      {data === null && <ErrorNotice error={error} what="The issues could not be loaded." isRetried />}
      {data !== null &&
        (data.issues.length === 0 ? (
          <p class="review-no-issues">No issues were found.</p>
        ) : (
          <List filename={filename} results={data} {...rest} />
        ))}
    </section>
  );
}

function List({
  filename,
  results,
  filter,
  matching,
  selected,
  formatTime,
  decisionOf,
  marks,
  markedPanel,
  onFilter,
  onSelect,
}: Omit<Props, 'results'> & { results: Results }) {
  const pages = useSignal(1);
  const list = useRef<HTMLOListElement>(null);
  const topics = topicsByIssue(results);
  const needed = selected === null ? 0 : matching.indexOf(selected) + 1;
  const shown = Math.max(pages.value * issuesPerPage, needed);
  useEffect(() => {
    if (selected !== null) scrollInto(list.current!);
  }, [selected?.id]);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <div class="review-filters" role="group" aria-label="Filter the issues">
        <Field label="Search">
          {(ids) => (
            <input
              {...ids}
              type="search"
              value={filter.text}
              onInput={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
            />
          )}
        </Field>
        <IssueFilters results={results} filter={filter} onChange={onFilter} />
      </div>
      <p class="review-count" role="status">
        {isFiltered
          ? `${formatNumber(matching.length)} of ${count(results.issues.length, 'issue')}`
          : count(results.issues.length, 'issue')}
        {isFiltered && (
          <button type="button" class="button button-quiet button-small" onClick={() => onFilter(noFilter)}>
            Show all
          </button>
        )}
      </p>
      <ol class="issue-list" aria-label={`Issues of ${filename}`} ref={list}>
        {matching.slice(0, shown).map((issue) => (
          <li key={issue.id} class={marks === null ? undefined : 'markable'}>
            {marks !== null && (
              <input
                type="checkbox"
                aria-label={`Mark: ${issue.summary}`}
                checked={marks.marked.has(issue.id)}
                onChange={() => marks.onMark(issue)}
              />
            )}
            <IssueItem
              issue={issue}
              topic={topics.get(issue.id)?.title ?? null}
              place={formatPlace(issue.anchor, formatTime)}
              isOpen={issue.id === selected?.id}
              decision={decisionOf(issue)}
              onToggle={(isOpen) => {
                if (isOpen) onSelect(issue);
                else if (issue.id === selected?.id) onSelect(null);
              }}
            />
          </li>
        ))}
      </ol>
      {markedPanel}
      {matching.length === 0 && <p class="muted">No issue matches.</p>}
      {matching.length > shown && (
        <button type="button" class="button" onClick={() => pages.value++}>
          Show {count(Math.min(issuesPerPage, matching.length - shown), 'more issue')} of{' '}
          {formatNumber(matching.length)}
        </button>
      )}
    </>
  );
}

/** Scrolls the open issue into its panel, without scrolling the page. */
function scrollInto(list: HTMLOListElement): void {
  const item = list.querySelector<HTMLElement>('.issue[open]');
  if (item === null || list.scrollHeight <= list.clientHeight) return;
  const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const isVisible = top >= 0 && top < list.clientHeight - 48;
  if (!isVisible) list.scrollTop += top - 8;
}
