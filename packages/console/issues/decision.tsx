import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { components } from '@assay/client/schema.ts';
import type { Issue } from '@assay/client/shapes.ts';
import { announce } from '../announce.tsx';
import { hasRole } from '../api/session.ts';
import { Field, Select } from '../components/fields.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { Untrusted } from '../components/texts.tsx';
import { useRun } from '../components/use-run.ts';
import { count, formatTime } from '../format.ts';
import { callApi, pageHref, type Scope } from '../scope.ts';
import {
  type EvidenceDraft,
  EvidenceFields,
  EvidenceList,
  keptDraft,
  sendEvidence,
} from './decision-evidence.tsx';

export type DecisionKind = NonNullable<Issue['decision']>['decision'];

export const decisionTexts: Record<DecisionKind, { label: string; action: string; means: string }> = {
  accepted: { label: 'Accepted', action: 'Accept', means: 'The defect is there and is to be mended.' },
  waived: { label: 'Waived', action: 'Waive…', means: 'The defect is there and may stay.' },
  disputed: { label: 'Disputed', action: 'Dispute…', means: 'The finding is wrong.' },
};
const kinds = Object.keys(decisionTexts) as DecisionKind[];

type Decision = NonNullable<Issue['decision']>;

/** The decision that a person is giving a reason for, about an issue or all marked ones. Null if there is none. */
const draft = signal<{ about: string; kind: DecisionKind; previous?: Decision } | null>(null);
const marked = 'marked';

interface Subject {
  scope: Scope;
  /** Path of the asset in the public API. */
  path: string;
  onDecided: () => void;
}

interface Props extends Subject {
  issue: Issue;
  /** False if the asset is signed off. Decisions then cannot change. */
  isOpen: boolean;
}

/** The name of the person or key that decided. */
export function AuthorName({ by: { kind, name } }: { by: Decision['by'] }) {
  if (name !== null) return <Untrusted text={name} />;
  return <>{kind === 'key' ? 'an API key' : 'a person who was removed'}</>;
}

/** Milliseconds after which the issues are read again while a file of evidence is being copied. */
const keepingMs = 2_000;

/** Maximum number of issues that the API decides about in one request. */
const maxIssues = 1_000;

/** Why a person decides so. */
interface Grounds {
  /** Empty if there is none. */
  reason: string;
  evidence: readonly components['schemas']['NewEvidence'][];
}

async function send(
  { scope, path, onDecided }: Subject,
  issues: readonly Issue[],
  kind: DecisionKind,
  { reason, evidence }: Grounds = { reason: '', evidence: [] },
): Promise<void> {
  const body = { decision: kind, reason: reason === '' ? null : reason, evidence };
  const ids = issues.map(({ id }) => id);
  if (ids.length === 1) await callApi(scope, 'PUT', `${path}/issues/${ids[0]!}/decision`, body);
  else
    for (let from = 0; from < ids.length; from += maxIssues)
      await callApi(scope, 'PUT', `${path}/decisions`, {
        ...body,
        issueIds: ids.slice(from, from + maxIssues),
      });
  draft.value = null;
  const about = issues.length === 1 ? issues[0]!.summary : count(issues.length, 'issue');
  announce(`${decisionTexts[kind].label}: ${about}`);
  onDecided();
}

/** Records a decision about an issue, or asks for its reason first if it needs one. */
export async function decide(subject: Subject, issue: Issue, kind: DecisionKind): Promise<void> {
  if (kind === 'accepted') await send(subject, [issue], kind);
  else draft.value = { about: issue.id, kind };
}

/** As `decide`, about all marked issues. */
export async function decideMarked(
  subject: Subject,
  issues: readonly Issue[],
  kind: DecisionKind,
): Promise<void> {
  if (kind === 'accepted') await send(subject, issues, kind);
  else draft.value = { about: marked, kind };
}

/** Buttons that decide about all marked issues. */
export function MarkedPanel({
  issues,
  onClear,
  ...subject
}: Subject & { issues: readonly Issue[]; onClear: () => void }) {
  const { run, error, isBusy } = useRun();
  const kind = draft.value?.about === marked ? draft.value.kind : null;
  return (
    <div class="decision marked" role="group" aria-label="Marked issues">
      <p>{count(issues.length, 'issue')} marked</p>
      {kind === null ? (
        <div class="decision-buttons">
          <DecisionButtons
            isBusy={isBusy}
            onChoose={(each) => void run(() => decideMarked(subject, issues, each))}
          />
          <button type="button" class="button button-quiet button-small" onClick={onClear}>
            Clear
          </button>
          <DecisionMeanings />
        </div>
      ) : (
        <ReasonForm
          key={kind}
          scope={subject.scope}
          kind={kind}
          onSubmit={(chosen, grounds) => send(subject, issues, chosen, grounds)}
        />
      )}
      <ErrorNotice error={error} what="The decisions could not be recorded." />
    </div>
  );
}

/** The meanings of the decisions, below their buttons. */
function DecisionMeanings() {
  return (
    <p class="hint">
      {kinds
        .map((each) => `${decisionTexts[each].action.replace('…', '')}: ${decisionTexts[each].means}`)
        .join(' ')}
    </p>
  );
}

function DecisionButtons({ isBusy, onChoose }: { isBusy: boolean; onChoose: (kind: DecisionKind) => void }) {
  return kinds.map((each) => (
    <button
      key={each}
      type="button"
      class="button button-small"
      title={decisionTexts[each].means}
      disabled={isBusy}
      onClick={() => onChoose(each)}
    >
      {decisionTexts[each].action}
    </button>
  ));
}

/** The decision about an issue, or buttons to decide. Viewers see the decision only. */
export function DecisionPanel(props: Props) {
  const { scope, path, issue, isOpen, onDecided } = props;
  const { run, error, isBusy } = useRun();
  const mayDecide = isOpen && hasRole(scope.workspaceId, 'member');
  const withdraw = async () => {
    await callApi(scope, 'DELETE', `${path}/issues/${issue.id}/decision`);
    announce('The decision was withdrawn');
    onDecided();
  };
  const { decision } = issue;
  const { kind = null, previous } = draft.value?.about === issue.id ? draft.value : {};
  const isKeeping = decision?.evidence.some(({ file }) => file?.status === 'keeping') === true;
  useEffect(() => {
    if (!isKeeping) return;
    const timer = setTimeout(onDecided, keepingMs);
    return () => clearTimeout(timer);
  }, [isKeeping, issue]);
  if (decision === null && !mayDecide) return null;
  return (
    <div class="decision" role="group" aria-label="Decision">
      {decision !== null && (
        <p>
          <strong>{decisionTexts[decision.decision].label}</strong> by <AuthorName by={decision.by} />,{' '}
          {formatTime(decision.at)}
          {decision.reason !== null && (
            <>
              : <Untrusted text={decision.reason} />
            </>
          )}
          {decision.carriedFrom !== null && (
            <>
              {' '}
              <a href={earlierHref(scope, decision.carriedFrom)}>Carried over from the earlier version</a>
            </>
          )}
        </p>
      )}
      {decision !== null && <EvidenceList scope={scope} path={path} evidence={decision.evidence} />}
      {mayDecide && kind === null && (
        <div class="decision-buttons">
          {decision === null && (
            <>
              <DecisionButtons
                isBusy={isBusy}
                onChoose={(each) => void run(() => decide(props, issue, each))}
              />
              <DecisionMeanings />
            </>
          )}
          {decision !== null && (
            <>
              <button
                type="button"
                class="button button-small"
                onClick={() =>
                  (draft.value = { about: issue.id, kind: decision.decision, previous: decision })
                }
              >
                {decision.decision === 'accepted' && decision.reason === null ? 'Add a remark…' : 'Change…'}
              </button>
              <button
                type="button"
                class="button button-quiet button-small"
                disabled={isBusy}
                onClick={() => void run(withdraw)}
              >
                Withdraw the decision
              </button>
            </>
          )}
        </div>
      )}
      {mayDecide && kind !== null && (
        <ReasonForm
          key={kind}
          scope={scope}
          kind={kind}
          previous={previous}
          onSubmit={(chosen, grounds) => send(props, [issue], chosen, grounds)}
        />
      )}
      <ErrorNotice error={error} what="The decision could not be recorded." />
    </div>
  );
}

type CarriedFrom = NonNullable<Decision['carriedFrom']>;

/** Returns the URL of the review page of a replaced asset, with the issue that was decided. */
const earlierHref = (scope: Scope, { submissionId, assetId, issueId }: CarriedFrom): string =>
  pageHref(scope, `/submissions/${submissionId}/assets/${assetId}`, { issue: issueId });

const reasonLabels: Record<DecisionKind, string> = {
  accepted: 'Remark (optional)',
  waived: 'Why may it stay?',
  disputed: 'Why is the finding wrong?',
};

/**
 * Asks for the reason of a decision, and its evidence. Escape closes the form.
 * @param previous the decision that is changed. Undefined for a new one.
 */
function ReasonForm({
  scope,
  kind: initial,
  previous,
  onSubmit,
}: {
  scope: Scope;
  kind: DecisionKind;
  previous?: Decision | undefined;
  onSubmit: (kind: DecisionKind, grounds: Grounds) => Promise<void>;
}) {
  const kind = useSignal(initial);
  const reason = useSignal(previous?.reason ?? '');
  const evidence = useSignal<readonly EvidenceDraft[]>(previous?.evidence.map(keptDraft) ?? []);
  const { run, error, isBusy } = useRun();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current!.focus(), []);
  const isRequired = kind.value !== 'accepted';
  return (
    <form
      class="decision-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const sent = await sendEvidence(scope, evidence);
          await onSubmit(kind.value, { reason: reason.value.trim(), evidence: sent });
        });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') draft.value = null;
      }}
    >
      {previous !== undefined && (
        <Select
          label="Decision"
          value={kind.value}
          options={kinds.map((each) => [each, decisionTexts[each].label])}
          onChange={(value) => (kind.value = value as DecisionKind)}
        />
      )}
      <Field label={reasonLabels[kind.value]}>
        {(ids) => (
          <textarea
            {...ids}
            ref={input}
            rows={2}
            required={isRequired}
            maxLength={2_000}
            value={reason.value}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        )}
      </Field>
      <EvidenceFields drafts={evidence} />
      <div class="decision-buttons">
        <button
          type="submit"
          class="button button-primary button-small"
          disabled={isBusy || (isRequired && reason.value.trim() === '')}
        >
          {previous === undefined ? decisionTexts[kind.value].action.replace('…', '') : 'Save'}
        </button>
        <button type="button" class="button button-small" onClick={() => (draft.value = null)}>
          Cancel
        </button>
        {isBusy && evidence.value.some((one) => 'file' in one) && <span role="status">Uploading…</span>}
      </div>
      <ErrorNotice error={error} what="The decision could not be recorded." />
    </form>
  );
}
