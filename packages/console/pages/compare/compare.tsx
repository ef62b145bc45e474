import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { announce } from '../../announce.tsx';
import { SeverityLabel } from '../../components/badges.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { count, formatNumber } from '../../format.ts';
import { DecisionPanel } from '../../issues/decision.tsx';
import { IssueItem } from '../../issues/issue-item.tsx';
import { formatPlace } from '../../issues/place.ts';
import { issuesPerPage } from '../../issues/use-results.ts';
import { navigate, query } from '../../navigation.ts';
import { pageHref, type Scope } from '../../scope.ts';
import { Shortcuts, useShortcuts } from '../review/shortcuts.tsx';
import { timeFormatOf } from '../review/time-format.ts';
import {
  type Change,
  type ComparedFile,
  type ComparedIssue,
  comparedIssues,
  type Comparison,
  outcomes,
  outcomeTexts,
  sidesOf,
} from './comparison.ts';
import { cutsOf } from './cuts.ts';
import { Files } from './files.tsx';
import { Players } from './players.tsx';

interface Props {
  scope: Scope;
  comparison: Comparison;
  newer: ComparedFile;
  earlier: ComparedFile;
  earlierIssues: readonly Issue[];
  onDecided: () => void;
}

export function Compare({ scope, comparison, newer, earlier, earlierIssues, onDecided }: Props) {
  const { timeline } = comparison;
  const all = useMemo(() => comparedIssues(comparison), [comparison]);
  const selectedId = query.value.get('issue');
  const selected = all.find(({ issue }) => issue.id === selectedId) ?? null;
  const formats = { newer: timeFormatOf(newer.media.facts), earlier: timeFormatOf(earlier.media.facts) };
  const placeOf = ({ issue, outcome }: ComparedIssue) =>
    formatPlace(issue.anchor, formats[outcome === 'fixed' ? 'earlier' : 'newer'].format);
  const select = (one: ComparedIssue | null) =>
    navigate(
      pageHref(scope, `${newer.page}/compare`, {
        with: query.value.get('with'),
        issue: one?.issue.id ?? null,
      }),
      { replace: true },
    );
  const step = (by: number) => {
    if (all.length === 0) return;
    const index = selected === null ? (by > 0 ? -1 : 0) : all.indexOf(selected);
    const next = all[(((index + by) % all.length) + all.length) % all.length]!;
    select(next);
    announce(`${outcomeTexts[next.outcome]}, ${next.issue.severity}: ${next.issue.summary}`);
  };
  useShortcuts([
    { keys: [']'], shown: [']'], title: 'Next issue', act: () => step(1) },
    { keys: ['['], shown: ['['], title: 'Previous issue', act: () => step(-1) },
  ]);
  const sides = sidesOf(newer, earlier);
  const cuts = timeline === null ? [] : cutsOf(timeline, formats.newer.format);
  return (
    <div class="compare">
      <div class="compare-summary">
        <p>
          {outcomes.map((outcome) => (
            <span key={outcome} class={`outcome outcome-${outcome}`}>
              <strong>{formatNumber(comparison[outcome].length)}</strong>{' '}
              {outcomeTexts[outcome].toLowerCase()}
            </span>
          ))}
        </p>
        <Shortcuts />
      </div>
      {sides === 'players' && <p class="muted">{timelineText(timeline, cuts)}</p>}
      <div class="review-columns">
        {sides === 'players' ? (
          <Players
            {...{ scope, newer, earlier, timeline, selected, onSelect: select }}
            issues={all}
            format={formats.newer}
          />
        ) : sides === 'files' ? (
          <Files {...{ scope, newer, earlier, earlierIssues, selected, onSelect: select }} issues={all} />
        ) : (
          <p class="compare-files">
            {[newer, earlier].map(({ page, asset }) => (
              <a key={page} class="button" href={pageHref(scope, page)}>
                Open <Untrusted text={asset.filename} />
              </a>
            ))}
          </p>
        )}
        <section class="review-issues" aria-label="Compared issues">
          <div class="compare-lists">
            {outcomes.map((outcome) => (
              <OutcomeList
                key={outcome}
                title={outcomeTexts[outcome]}
                issues={all.filter((each) => each.outcome === outcome)}
                {...{ selected, placeOf, onSelect: select }}
                noteOf={(each) => (
                  <>
                    {each.earlier !== null && (
                      <ChangeNote issue={each.issue} earlier={each.earlier} changes={each.changes} />
                    )}
                    {outcome === 'fixed' ? (
                      <p>
                        <a href={pageHref(scope, earlier.page, { issue: each.issue.id })}>
                          Show it in <Untrusted text={earlier.asset.filename} />
                        </a>
                      </p>
                    ) : (
                      <DecisionPanel
                        {...{ scope, onDecided }}
                        path={newer.path}
                        issue={each.issue}
                        isOpen={newer.asset.signOff !== 'done'}
                      />
                    )}
                  </>
                )}
              />
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}

function timelineText(timeline: Comparison['timeline'], cuts: readonly string[]): string {
  if (timeline === null) return 'No curve of both files was measured, so the same times are compared.';
  if (timeline.length === 0)
    return 'The contents of the files differ. Only issues of the whole file can be the same.';
  return cuts.length === 0 ? 'Both files have the same times.' : `${cuts.join(' · ')}.`;
}

function OutcomeList({
  title,
  issues,
  selected,
  placeOf,
  noteOf,
  onSelect,
}: {
  title: string;
  issues: readonly ComparedIssue[];
  selected: ComparedIssue | null;
  placeOf: (issue: ComparedIssue) => string | null;
  noteOf: (issue: ComparedIssue) => ComponentChildren;
  onSelect: (issue: ComparedIssue | null) => void;
}) {
  const pages = useSignal(1);
  const shown = Math.max(pages.value * issuesPerPage, selected === null ? 0 : issues.indexOf(selected) + 1);
  if (issues.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="muted">{formatNumber(issues.length)}</span>
      </h2>
      <ol class="issue-list">
        {issues.slice(0, shown).map((each) => (
          <li key={each.issue.id}>
            <IssueItem
              issue={each.issue}
              topic={null}
              place={placeOf(each)}
              isOpen={each.issue.id === selected?.issue.id}
              decision={noteOf(each)}
              onToggle={(isOpen) => {
                if (isOpen) onSelect(each);
                else if (each.issue.id === selected?.issue.id) onSelect(null);
              }}
            />
          </li>
        ))}
      </ol>
      {issues.length > shown && (
        <button type="button" class="button" onClick={() => pages.value++}>
          Show {count(Math.min(issuesPerPage, issues.length - shown), 'more issue')}
        </button>
      )}
    </section>
  );
}

const changeTexts: Record<Change, string> = {
  severity: 'severity',
  measured: 'measured value',
  wording: 'wording',
  place: 'time',
};

/** The severity and the summary of the earlier issue, and what differs. */
function ChangeNote({
  issue,
  earlier,
  changes,
}: {
  issue: Issue;
  earlier: Issue;
  changes: readonly Change[];
}) {
  return (
    <div class="change-note">
      <p>
        Changed: {changes.map((change) => changeTexts[change]).join(', ')}. Before:{' '}
        {issue.severity !== earlier.severity && <SeverityLabel severity={earlier.severity} />}{' '}
        <Untrusted text={earlier.summary} />
      </p>
    </div>
  );
}
