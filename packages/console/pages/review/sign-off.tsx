import { useSignal } from '@preact/signals';
import type { Issue, SignOff } from '@assay/client/shapes.ts';
import { announce } from '../../announce.tsx';
import { hasRole } from '../../api/session.ts';
import { ShortVerdict } from '../../components/badges.tsx';
import { Field } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { count, formatTime } from '../../format.ts';
import { AuthorName } from '../../issues/decision.tsx';
import type { Live } from '../../live.ts';
import { callApi, type Scope } from '../../scope.ts';

type Outcome = 'passed' | 'failed';

interface Props {
  scope: Scope;
  /** Path of the asset in the public API. */
  path: string;
  /** Null data: not read yet. */
  live: Live<SignOff | null>;
  issues: readonly Issue[];
  onSelect: (issue: Issue) => void;
  onChanged: () => void;
}

/** The sign-off of an asset: what it needs, a form that makes it, and who made it. */
export function SignOffPanel({ live: { data, error }, ...props }: Props) {
  return (
    <section class="sign-off panel" aria-labelledby="sign-off-heading">
      <h2 id="sign-off-heading">Sign-off</h2>
      {data === null && error === null && <Loading what="the sign-off" />}
      {data === null && <ErrorNotice error={error} what="The sign-off could not be loaded." isRetried />}
      {data !== null &&
        (data.state === 'done' ? (
          <Signed data={data} {...props} />
        ) : (
          <OpenSignOff key={data.manualChecks.length} data={data} {...props} />
        ))}
    </section>
  );
}

type Shown = Omit<Props, 'live'> & { data: SignOff };

function Signed({ scope, path, data, onChanged }: Shown) {
  const { run, error, isBusy } = useRun();
  const withdraw = async () => {
    await callApi(scope, 'DELETE', `${path}/sign-off`);
    announce('The sign-off was withdrawn');
    onChanged();
  };
  return (
    <>
      <p>
        <ShortVerdict verdict={data.verdict!} /> <Untrusted text={data.reason!} />
      </p>
      <p>
        Signed off by <AuthorName by={data.by!} />, {formatTime(data.at!)}
        {data.note !== null && (
          <>
            : <Untrusted text={data.note} />
          </>
        )}
      </p>
      {data.manualChecks.length > 0 && (
        <ul class="bullets">
          {data.manualChecks.map(({ code, text, outcome, note }) => (
            <li key={code}>
              <Untrusted text={text} /> <strong>{outcome === 'passed' ? 'Met' : 'Not met'}</strong>
              {note !== null && (
                <>
                  : <Untrusted text={note} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="muted">
        {data.isReported
          ? 'The report below has the decisions and the sign-off.'
          : 'The report with the sign-off is being written.'}
      </p>
      {hasRole(scope.workspaceId, 'member') && (
        <p>
          <button
            type="button"
            class="button button-small"
            disabled={isBusy}
            onClick={() => void run(withdraw)}
          >
            Withdraw the sign-off
          </button>
        </p>
      )}
      <ErrorNotice error={error} what="The sign-off could not be withdrawn." />
    </>
  );
}

function OpenSignOff({ scope, path, data, issues, onSelect, onChanged }: Shown) {
  const { run, error, isBusy } = useRun();
  const outcomes = useSignal<Record<string, Outcome>>({});
  const notes = useSignal<Record<string, string>>({});
  const note = useSignal('');
  const { manualChecks, undecided } = data;
  const unmade = manualChecks.filter(({ code }) => outcomes.value[code] === undefined).length;
  const next = issues.find(({ id }) => undecided.includes(id));
  const signOff = async () => {
    const noteOf = (text: string | undefined) =>
      text === undefined || text.trim() === '' ? null : text.trim();
    await callApi(scope, 'PUT', `${path}/sign-off`, {
      manualChecks: manualChecks.map(({ code }) => ({
        ...{ code, outcome: outcomes.value[code] },
        note: noteOf(notes.value[code]),
      })),
      note: noteOf(note.value),
    });
    announce('The file is signed off');
    onChanged();
  };
  const missing = [
    ...(undecided.length === 0 ? [] : [`${count(undecided.length, 'issue')} without a decision`]),
    ...(unmade === 0 ? [] : [count(unmade, 'check') + ' not made']),
  ];
  const state =
    data.state === 'needed'
      ? 'The file counts as not fully checked until somebody signs it off.'
      : 'The file needs no sign-off. If you sign it off, the report has the decisions.';
  if (!hasRole(scope.workspaceId, 'member'))
    return (
      <>
        <p>{state}</p>
        {manualChecks.length > 0 && (
          <ul class="bullets">
            {manualChecks.map(({ code, text }) => (
              <li key={code}>
                <Untrusted text={text} />
              </li>
            ))}
          </ul>
        )}
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(signOff);
      }}
    >
      <p>{state}</p>
      {undecided.length > 0 && (
        <p>
          {count(undecided.length, 'issue')} that {undecided.length === 1 ? 'fails' : 'fail'} the file{' '}
          {undecided.length === 1 ? 'needs' : 'need'} a decision.{' '}
          {next !== undefined && (
            <button type="button" class="button button-small" onClick={() => onSelect(next)}>
              Show the next one
            </button>
          )}
        </p>
      )}
      {manualChecks.map(({ code, text }) => (
        <fieldset key={code} class="manual-check">
          <legend>
            <Untrusted text={text} />
          </legend>
          {(['passed', 'failed'] as const).map((outcome) => (
            <label key={outcome}>
              <input
                type="radio"
                name={`check-${code}`}
                required
                checked={outcomes.value[code] === outcome}
                onChange={() => (outcomes.value = { ...outcomes.value, [code]: outcome })}
              />
              {outcome === 'passed' ? 'Met' : 'Not met'}
            </label>
          ))}
          {outcomes.value[code] === 'failed' && (
            <Field label="What is wrong?">
              {(ids) => (
                <input
                  {...ids}
                  type="text"
                  maxLength={2_000}
                  value={notes.value[code] ?? ''}
                  onInput={({ currentTarget }) =>
                    (notes.value = { ...notes.value, [code]: currentTarget.value })
                  }
                />
              )}
            </Field>
          )}
        </fieldset>
      ))}
      <Field label="Remark (optional)">
        {(ids) => (
          <input
            {...ids}
            type="text"
            maxLength={2_000}
            value={note.value}
            onInput={({ currentTarget }) => (note.value = currentTarget.value)}
          />
        )}
      </Field>
      <p class="hint">
        Issues that were accepted, and checks that are not met, fail the file also after the sign-off.
      </p>
      <p class="sign-off-actions">
        <button
          type="submit"
          class="button button-primary"
          disabled={isBusy || missing.length > 0}
          aria-describedby="sign-off-missing"
        >
          Sign off
        </button>
        <span id="sign-off-missing" class="muted">
          {missing.length > 0 && `Missing: ${missing.join(', ')}`}
        </span>
      </p>
      <ErrorNotice error={error} what="The file could not be signed off." />
    </form>
  );
}
