import { useSignal } from '@preact/signals';
import type { Submission } from '@assay/client/shapes.ts';
import { maxSimulationDelaySeconds, type SandboxOutcome } from '@assay/domain/sandbox.ts';
import { announce } from '../../announce.tsx';
import { Field, Select } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useRun } from '../../components/use-run.ts';
import { count } from '../../format.ts';
import { navigate } from '../../navigation.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';

/** The outcomes that the markers in file names select (specification 3). */
const outcomes: readonly (readonly [SandboxOutcome, string])[] = [
  ['pass', 'Pass: no issues'],
  ['advisory', 'Advisory: one minor issue, one info'],
  ['fail', 'Fail: one critical issue, two major'],
  ['error', 'Error: fails, cannot be retried'],
  ['retryable_error', 'Retryable error: fails, a retry succeeds'],
  ['pending', 'Pending: never finishes'],
];

const types = [
  ['mp4', 'Video (MP4)'],
  ['mp3', 'Audio (MP3)'],
  ['jpg', 'Image (JPEG)'],
  ['pdf', 'Document (PDF)'],
] as const;

const delays = [0, 2, 10, maxSimulationDelaySeconds].map(
  (seconds) => [String(seconds), seconds === 0 ? 'At once' : `After ${seconds} seconds`] as const,
);

interface SimulatedFile {
  id: string;
  extension: string;
  outcome: SandboxOutcome;
}

const newFile = (): SimulatedFile => ({ id: crypto.randomUUID(), extension: 'mp4', outcome: 'fail' });
const filenameOf = ({ extension, outcome }: SimulatedFile) => `sample__sandbox_${outcome}__.${extension}`;

/** Creates simulated submissions. Nothing is uploaded: the marker in a file's name selects the outcome. */
export function SandboxForm({ scope }: { scope: Scope }) {
  const files = useSignal<readonly SimulatedFile[]>([newFile()]);
  const delay = useSignal('2');
  const { run, error, isBusy } = useRun();
  const change = (id: string, values: Partial<SimulatedFile>) =>
    (files.value = files.value.map((file) => (file.id === id ? { ...file, ...values } : file)));

  const submit = async () => {
    const path = `/api/integrations/submissions?simulationDelaySeconds=${delay.value}`;
    const { submissionId } = await callApi<Submission>(scope, 'POST', path, {
      assets: files.value.map((file) => ({ blobPath: `${file.id}/${filenameOf(file)}` })),
      // The sandbox runs no sidekick, but the API requires one.
      sidekickIds: ['any'],
    });
    announce('The submission is simulated');
    navigate(pageHref(scope, `/submissions/${submissionId}`));
  };

  return (
    <form
      class="new-submission"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void run(submit);
      }}
    >
      <section class="panel" aria-labelledby="simulated-heading">
        <h2 id="simulated-heading">Simulated files</h2>
        <p class="muted">
          The sandbox examines nothing and costs no credits. The marker in a name selects the outcome.
        </p>
        <ul class="simulated-files">
          {files.value.map((file, index) => (
            <li key={file.id} class="simulated-file">
              <Select
                label={`Type of file ${index + 1}`}
                value={file.extension}
                options={types}
                onChange={(extension) => change(file.id, { extension })}
              />
              <Select
                label={`Outcome of file ${index + 1}`}
                value={file.outcome}
                options={outcomes}
                onChange={(outcome) => change(file.id, { outcome: outcome as SandboxOutcome })}
              />
              {files.value.length > 1 && (
                <button
                  type="button"
                  class="button button-quiet button-small"
                  onClick={() => (files.value = files.value.filter(({ id }) => id !== file.id))}
                >
                  <Icon name="cross" />
                  Remove<span class="visually-hidden"> file {index + 1}</span>
                </button>
              )}
              <code class="simulated-name">{filenameOf(file)}</code>
            </li>
          ))}
        </ul>
        <button type="button" class="button" onClick={() => (files.value = [...files.value, newFile()])}>
          <Icon name="plus" />
          Add a file
        </button>
      </section>
      <section class="panel" aria-label="Submit">
        <Field label="Finished">
          {(ids) => (
            <select
              {...ids}
              value={delay.value}
              onChange={({ currentTarget }) => (delay.value = currentTarget.value)}
            >
              {delays.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ErrorNotice error={error} what="The submission could not be simulated." />
        <div class="submit-row">
          <button type="submit" class="button button-primary" aria-disabled={isBusy}>
            {isBusy ? 'Submitting…' : `Submit ${count(files.value.length, 'simulated file')}`}
          </button>
          <p class="hint">No credits are charged.</p>
        </div>
      </section>
    </form>
  );
}
