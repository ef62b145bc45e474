import type { components } from '@assay/client/schema.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import { verdictNames } from '../../components/badges.tsx';
import { Notice } from '../../components/notice.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { count } from '../../format.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import { profilePath } from './use-profile.ts';

type Trial = components['schemas']['Trial'];
type ChangedFile = components['schemas']['ChangedFile'];

const pollMs = 1_000;
const columns = [{ title: 'File' }, { title: 'Verdict' }, { title: 'Would be' }, { title: 'Reason' }];

/**
 * Starts a trial of a changed profile on the files of the last 30 days, and waits for its end.
 * @throws ApiFault if the content is rejected, Unreachable
 */
export async function tryProfile(
  scope: Scope,
  profileId: string,
  content: ProfileContent,
  signal: AbortSignal,
): Promise<Trial> {
  const path = `${profilePath(profileId)}/trials`;
  const { trialId } = await callApi<{ trialId: string }>(scope, 'POST', path, content, signal);
  for (;;) {
    const trial = await callApi<Trial>(scope, 'GET', `${path}/${trialId}`, undefined, signal);
    if (trial.status !== 'running') return trial;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    signal.throwIfAborted();
  }
}

/** Shows the files whose verdict a change would change, and those that could not be judged again. */
export function TrialResult({ scope, trial, isCurrent }: { scope: Scope; trial: Trial; isCurrent: boolean }) {
  const { status, files, examined, unexamined } = trial;
  if (status === 'failed')
    return (
      <Notice tone="error">
        <p>The trial ended early. Another trial of this workspace may have been started. Try again.</p>
      </Notice>
    );
  const changed = files.filter(({ after }) => after !== null).length;
  return (
    <Notice tone="info">
      <p>
        <strong>{headlineOf(changed, examined, unexamined)}</strong>
        {unexamined > 0 && ` ${count(unexamined, 'file')} could not be judged again.`}
        {!isCurrent && ' You have changed the profile since.'}
      </p>
      {files.length > 0 && (
        <Table caption="Files whose verdict would change" columns={columns}>
          {files.map((file) => (
            <FileRow key={file.assetId} scope={scope} file={file} />
          ))}
        </Table>
      )}
    </Notice>
  );
}

function FileRow({ scope, file }: { scope: Scope; file: ChangedFile }) {
  const { submissionId, assetId, filename, before, after, reason, notJudged } = file;
  return (
    <Row>
      <Cell title="File" isHeading>
        <a href={pageHref(scope, `/submissions/${submissionId}/assets/${assetId}`)} target="_blank">
          <Untrusted text={filename} />
          <span class="visually-hidden"> (opens in a new tab)</span>
        </a>
      </Cell>
      <Cell title="Verdict">{verdictNames[before]}</Cell>
      <Cell title="Would be">{after === null ? 'Not known' : verdictNames[after]}</Cell>
      <Cell title="Reason">
        <Untrusted text={reason ?? notJudged ?? ''} />
      </Cell>
    </Row>
  );
}

function headlineOf(changed: number, examined: number, unexamined: number): string {
  if (examined + unexamined === 0) return 'This profile judged no files in the last 30 days.';
  const files = count(examined, 'file');
  if (changed === 0) return `No verdict would change: ${files} of the last 30 days judged again.`;
  return `${count(changed, 'verdict')} of ${files} of the last 30 days would change.`;
}
