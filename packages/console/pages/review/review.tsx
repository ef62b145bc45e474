import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Asset, Issue, SignOff } from '@assay/client/shapes.ts';
import { announce } from '../../announce.tsx';
import { ApiFault } from '../../api/request.ts';
import { hasRole } from '../../api/session.ts';
import { SeverityCounts, StatusLabel, VerdictLabel, verdictNames } from '../../components/badges.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Loading, PageHeading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import {
  decide,
  decideMarked,
  type DecisionKind,
  DecisionPanel,
  MarkedPanel,
} from '../../issues/decision.tsx';
import { formatPlace } from '../../issues/place.ts';
import {
  countBySeverity,
  filterIssues,
  type IssueFilter,
  noFilter,
  useResults,
} from '../../issues/use-results.ts';
import { livePollMs, useLive } from '../../live.ts';
import { navigate, query } from '../../navigation.ts';
import { callApi, pageHref, profileHref, type Scope } from '../../scope.ts';
import { Checks, type CheckList, summaryOf } from './checks.tsx';
import { FileFactList } from './file-facts.tsx';
import { IssuePanel } from './issue-panel.tsx';
import { MediaView } from './media-view.tsx';
import { ReportLinks } from './report-links.tsx';
import { Shortcuts, useShortcuts } from './shortcuts.tsx';
import { SignOffPanel } from './sign-off.tsx';
import { timeFormatOf } from './time-format.ts';
import type { AssetMedia } from './view.ts';

function flashesOf({ status }: Asset, issues: readonly Issue[] | null): 'found' | 'none' | 'unknown' {
  if (issues?.some(({ ruleCode }) => /^(?:flash|pattern)\./.test(ruleCode)) === true) return 'found';
  return issues === null || status === 'failed' ? 'unknown' : 'none';
}

/**
 * The review of a finished asset. The filters of its issues and the selected issue are in the URL. @param page the path
 * of the page
 */
export function Review({ scope, asset, page }: { scope: Scope; asset: Asset; page: string }) {
  const path = `/api/integrations${page}`;
  const state = `${asset.version} ${asset.status}`;
  const key = `${scope.workspaceId} ${scope.environment} ${path} ${state}`;
  const results = useResults(scope, path, state);
  const readMedia = (signal?: AbortSignal) =>
    callApi<AssetMedia>(scope, 'GET', `${path}/media`, undefined, signal);
  const media = useLive(key, readMedia, () => null);
  const newerMedia = useSignal<AssetMedia | null>(null);
  const checks = useLive(
    key,
    (signal) => callApi<CheckList>(scope, 'GET', `${path}/checks`, undefined, signal),
    () => null,
  );

  // Sandbox assets have no reports, and thus no sign-off.
  const isLive = scope.environment === 'live';
  const signOff = useLive<SignOff | null>(
    `${key} sign-off`,
    (signal) =>
      isLive ? callApi<SignOff>(scope, 'GET', `${path}/sign-off`, undefined, signal) : Promise.resolve(null),
    (state) => (state?.isReported === false ? livePollMs : null),
  );
  const isOpen = signOff.data?.state !== 'done';

  /** After a sign-off, its verdict counts instead of that of the sidekicks. */
  const judged =
    signOff.data?.state === 'done' ? signOff.data : { verdict: asset.verdict, reason: asset.verdictReason };

  const filter: IssueFilter = {
    severity: query.value.get('severity') ?? '',
    topic: query.value.get('topic') ?? '',
    text: query.value.get('text') ?? '',
  };
  const issueId = query.value.get('issue');
  const show = (values: IssueFilter, issue: string | null) =>
    navigate(pageHref(scope, page, { ...values, issue }), { replace: true });
  const matching = results.data === null ? [] : filterIssues(results.data, filter);
  const selected = matching.find(({ id }) => id === issueId) ?? null;
  const shownMedia = newerMedia.value ?? media.data;
  const timeFormat = timeFormatOf(shownMedia?.facts ?? null);

  /** Number of steps to other issues that the person made before the issues arrived. */
  const waitingSteps = useRef(0);
  const step = (by: number) => {
    if (results.data === null) waitingSteps.current += by;
    if (matching.length === 0) return;
    const index = selected === null ? (by > 0 ? -1 : 0) : matching.indexOf(selected);
    const count = matching.length;
    const next = (((index + by) % count) + count) % count;
    const issue = matching[next]!;
    show(filter, issue.id);
    const place = formatPlace(issue.anchor, timeFormat.format);
    announce(
      `Issue ${next + 1} of ${count}, ${issue.severity}: ${issue.summary}` +
        (place === null ? '' : `, ${place}`),
    );
  };
  useLayoutEffect(() => {
    if (results.data !== null && waitingSteps.current !== 0) step(waitingSteps.current);
    waitingSteps.current = 0;
  }, [results.data === null]);
  const refresh = () => {
    results.refresh();
    signOff.refresh();
  };
  const decisionAbout = (issue: Issue) => ({ scope, path, issue, isOpen, onDecided: refresh });
  const subject = { scope, path, onDecided: refresh };
  const mayDecide = isOpen && hasRole(scope.workspaceId, 'member');
  /** True if the places of the issues are hidden, to see what is under them. */
  const isPlain = useSignal(false);
  const marks = useSignal<ReadonlySet<string>>(new Set());
  const marked = mayDecide ? (results.data?.issues ?? []).filter(({ id }) => marks.value.has(id)) : [];
  const mark = ({ id }: Issue) => {
    const changed = new Set(marks.value);
    if (!changed.delete(id)) changed.add(id);
    marks.value = changed;
  };
  const onMarkedDecided = () => {
    marks.value = new Set();
    refresh();
  };
  const decideSelected = (kind: DecisionKind) => {
    const isUndecided = selected !== null && selected.decision === null;
    if (!mayDecide || (marked.length === 0 && !isUndecided)) return;
    const deciding =
      marked.length > 0
        ? decideMarked({ ...subject, onDecided: onMarkedDecided }, marked, kind)
        : decide(subject, selected!, kind);
    void deciding.catch((error: unknown) => announce((error as Error).message));
  };
  useShortcuts([
    {
      keys: ['a'],
      shown: ['A'],
      title: 'Accept the issue, or all marked ones',
      act: () => decideSelected('accepted'),
    },
    {
      keys: ['w'],
      shown: ['W'],
      title: 'Waive the issue, or all marked ones',
      act: () => decideSelected('waived'),
    },
    {
      keys: ['d'],
      shown: ['D'],
      title: 'Dispute the issue, or all marked ones',
      act: () => decideSelected('disputed'),
    },
    {
      keys: ['x'],
      shown: ['X'],
      title: 'Mark the issue, to decide about several',
      act: () => {
        if (mayDecide && selected !== null) mark(selected);
      },
    },
    {
      keys: ['h'],
      shown: ['H'],
      title: 'Hide or show the places of the issues',
      act: () => (isPlain.value = !isPlain.value),
    },
    { keys: [']'], shown: [']'], title: 'Next issue', act: () => step(1) },
    { keys: ['['], shown: ['['], title: 'Previous issue', act: () => step(-1) },
  ]);

  return (
    <div class="review">
      <PageHeading title={asset.filename} shown={<Untrusted text={asset.filename} />}>
        <div class="review-verdict">
          {judged.verdict !== null && asset.profile !== null && (
            <VerdictLabel
              verdict={judged.verdict}
              profile={asset.profile}
              href={profileHref(scope, asset.profile)}
              reason={judged.reason}
            />
          )}
          {checks.data !== null && checks.data.total > 0 && (
            <span class="muted">{summaryOf(checks.data.checks)}</span>
          )}
          {results.data !== null && <SeverityCounts counts={countBySeverity(results.data.issues)} />}
          {asset.status === 'failed' && <StatusLabel status="failed" />}
          {signOff.data !== null && signOff.data.state !== null && (
            <a class="sign-off-link" href="#sign-off-heading">
              {signOff.data.state === 'needed'
                ? 'Needs a sign-off'
                : `Signed off: ${verdictNames[signOff.data.verdict!]}`}
            </a>
          )}
          {signOff.data !== null && <a href="#report-heading">Report</a>}
          {asset.replaces !== null && (
            <a class="button button-small" href={pageHref(scope, `${page}/compare`)}>
              Compare with <Untrusted text={asset.replaces.filename} />
            </a>
          )}
          <Shortcuts />
        </div>
      </PageHeading>
      {shownMedia !== null && <FileFactList media={shownMedia} />}
      {asset.status === 'failed' && (
        <Notice tone="error">
          <p>
            <strong>
              <Untrusted text={asset.errorMessage ?? 'The asset could not be processed'} />
            </strong>{' '}
            {results.data !== null &&
              results.data.issues.length > 0 &&
              'The page shows the issues that were found before the failure.'}
          </p>
        </Notice>
      )}
      <div class="review-columns">
        <div class="review-media" data-plain={isPlain.value}>
          {shownMedia === null ? (
            media.error === null ? (
              <Loading what="the file" />
            ) : (
              <ErrorNotice error={media.error} what="The file could not be loaded." isRetried />
            )
          ) : (
            <MediaView
              assetType={asset.assetType}
              scope={scope}
              path={path}
              media={shownMedia}
              issues={matching}
              selected={selected}
              onSelect={(issue: Issue) => show(filter, issue.id)}
              readMedia={async () => (newerMedia.value = await readMedia())}
              flashes={flashesOf(asset, results.data?.issues ?? null)}
            />
          )}
        </div>
        <IssuePanel
          filename={asset.filename}
          results={results}
          filter={filter}
          matching={matching}
          selected={selected}
          formatTime={timeFormat.format}
          decisionOf={(issue) => <DecisionPanel {...decisionAbout(issue)} />}
          marks={mayDecide ? { marked: marks.value, onMark: mark } : null}
          markedPanel={
            marked.length > 0 && (
              <MarkedPanel
                {...{ ...subject, onDecided: onMarkedDecided }}
                issues={marked}
                onClear={() => (marks.value = new Set())}
              />
            )
          }
          onFilter={(values) => show(values, issueId)}
          onSelect={(issue) => show(filter, issue?.id ?? null)}
        />
      </div>
      {isLive && !(signOff.error instanceof ApiFault && signOff.error.status === 404) && (
        <SignOffPanel
          {...{ scope, path, live: signOff, issues: results.data?.issues ?? [], onChanged: refresh }}
          onSelect={(issue) => show(noFilter, issue.id)}
        />
      )}
      {signOff.data !== null && (
        <ReportLinks scope={scope} path={path} filename={asset.filename} media={shownMedia} />
      )}
      <Checks list={checks.data} error={checks.error} />
    </div>
  );
}
