import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { announce } from '../announce.tsx';
import { hasRole } from '../api/session.ts';
import { Field } from '../components/fields.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { Untrusted } from '../components/texts.tsx';
import { formatTime } from '../format.ts';
import { callApi, pageHref, type Scope } from '../scope.ts';

export type DecisionKind = NonNullable<Issue['decision']>['decision'];

export const decisionTexts: Record<DecisionKind, { label: string; action: string; means: string }> = {
  accepted: { label: 'Accepted', action: 'Accept', means: 'The defect is there and is to be mended.' },
  waived: { label: 'Waived', action: 'Waive…', means: 'The defect is there and may stay.' },
  disputed: { label: 'Disputed', action: 'Dispute…', means: 'The finding is wrong.' },
};
const kinds = Object.keys(decisionTexts) as DecisionKind[];

/** The decision that a person is giving a reason for. Null if there is none. */
const draft = signal<{ issueId: string; kind: DecisionKind } | null>(null);

interface Props {
  scope: Scope;
  /** Path of the asset in the public API. */
  path: string;
  issue: Issue;
  /** False if the asset is signed off. Decisions then cannot change. */
  isOpen: boolean;
  onDecided: () => void;
}

/** The name of the person or key that decided. */
export function AuthorName({ by: { kind, name } }: { by: NonNullable<Issue['decision']>['by'] }) {
  if (name !== null) return <Untrusted text={name} />;
  return <>{kind === 'key' ? 'an API key' : 'a person who was removed'}</>;
}

/** Records a decision, or asks for its reason first if it needs one. */
export async function decide({ scope, path, issue, onDecided }: Props, kind: DecisionKind): Promise<void> {
  if (kind !== 'accepted') draft.value = { issueId: issue.id, kind };
  else {
    await callApi(scope, 'PUT', `${path}/issues/${issue.id}/decision`, { decision: kind });
    draft.value = null;
    announce(`Accepted: ${issue.summary}`);
    onDecided();
  }
}

/** The decision about an issue, or buttons to decide. Viewers see the decision only. */
export function DecisionPanel(props: Props) {
  const { scope, path, issue, isOpen, onDecided } = props;
  const error = useSignal<Error | null>(null);
  const isBusy = useSignal(false);
  const mayDecide = isOpen && hasRole(scope.workspaceId, 'member');
  const run = async (act: () => Promise<void>) => {
    isBusy.value = true;
    error.value = null;
    try {
      await act();
    } catch (caught) {
      error.value = caught as Error;
    } finally {
      isBusy.value = false;
    }
  };
  const withdraw = async () => {
    await callApi(scope, 'DELETE', `${path}/issues/${issue.id}/decision`);
    announce('The decision was withdrawn');
    onDecided();
  };
  const { decision } = issue;
  const kind = draft.value?.issueId === issue.id ? draft.value.kind : null;
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
      {mayDecide && kind === null && (
        <div class="decision-buttons">
          {decision === null &&
            kinds.map((each) => (
              <button
                key={each}
                type="button"
                class="button button-small"
                title={decisionTexts[each].means}
                disabled={isBusy.value}
                onClick={() => void run(() => decide(props, each))}
              >
                {decisionTexts[each].action}
              </button>
            ))}
          {decision !== null && (
            <button
              type="button"
              class="button button-quiet button-small"
              disabled={isBusy.value}
              onClick={() => void run(withdraw)}
            >
              Withdraw the decision
            </button>
          )}
        </div>
      )}
      {mayDecide && kind !== null && <ReasonForm {...props} kind={kind} />}
      <ErrorNotice error={error.value} what="The decision could not be recorded." />
    </div>
  );
}

type CarriedFrom = NonNullable<NonNullable<Issue['decision']>['carriedFrom']>;

/** Returns the URL of the review page of a replaced asset, with the issue that was decided. */
const earlierHref = (scope: Scope, { submissionId, assetId, issueId }: CarriedFrom): string =>
  pageHref(scope, `/submissions/${submissionId}/assets/${assetId}`, { issue: issueId });

/** Asks for the reason of a decision. Escape closes the form. */
function ReasonForm({ scope, path, issue, onDecided, kind }: Props & { kind: DecisionKind }) {
  const reason = useSignal('');
  const error = useSignal<Error | null>(null);
  const isBusy = useSignal(false);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current!.focus(), [kind]);
  const submit = async () => {
    isBusy.value = true;
    error.value = null;
    try {
      await callApi(scope, 'PUT', `${path}/issues/${issue.id}/decision`, {
        decision: kind,
        reason: reason.value.trim(),
      });
      draft.value = null;
      announce(`${decisionTexts[kind].label}: ${issue.summary}`);
      onDecided();
    } catch (caught) {
      error.value = caught as Error;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="decision-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') draft.value = null;
      }}
    >
      <Field label={kind === 'waived' ? 'Why may it stay?' : 'Why is the finding wrong?'}>
        {(ids) => (
          <textarea
            {...ids}
            ref={input}
            rows={2}
            required
            maxLength={2_000}
            value={reason.value}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        )}
      </Field>
      <div class="decision-buttons">
        <button
          type="submit"
          class="button button-primary button-small"
          disabled={isBusy.value || reason.value.trim() === ''}
        >
          {kind === 'waived' ? 'Waive' : 'Dispute'}
        </button>
        <button type="button" class="button button-small" onClick={() => (draft.value = null)}>
          Cancel
        </button>
      </div>
      <ErrorNotice error={error.value} what="The decision could not be recorded." />
    </form>
  );
}
