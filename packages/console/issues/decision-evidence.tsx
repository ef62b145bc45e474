import { type Signal, useSignal } from '@preact/signals';
import type { components } from '@assay/client/schema.ts';
import { maxEvidence, maxEvidenceBytes } from '@assay/domain/evidence-limits.ts';
import { ChooseFiles } from '../components/choose-files.tsx';
import { Field } from '../components/fields.tsx';
import { ErrorNotice } from '../components/notice.tsx';
import { ExternalLink, Untrusted } from '../components/texts.tsx';
import { useRun } from '../components/use-run.ts';
import { formatBytes } from '../format.ts';
import { callApi, type Scope } from '../scope.ts';
import { fileFault, uploadFile } from '../upload-file.ts';

export type Evidence = components['schemas']['DecisionEvidence'];

/** Evidence in the form of a decision. */
export type EvidenceDraft = { key: string } & (
  | { kept: Evidence }
  | { title: string; url: string }
  | { title: string; file: File; /** Null until the file is uploaded. */ blobPath: string | null }
);

export const keptDraft = (kept: Evidence): EvidenceDraft => ({ key: kept.id, kept });

/** Uploads the files of drafts, and returns the evidence as the API takes it. */
export async function sendEvidence(
  scope: Scope,
  drafts: Signal<readonly EvidenceDraft[]>,
): Promise<components['schemas']['NewEvidence'][]> {
  for (const draft of drafts.value) {
    if (!('file' in draft) || draft.blobPath !== null) continue;
    const blobPath = await uploadFile(scope, draft.file, () => undefined, new AbortController().signal);
    // If the decision fails, the file is not uploaded again.
    replace(drafts, { ...draft, blobPath });
  }
  return drafts.value.map((draft) => {
    if ('kept' in draft) return { id: draft.kept.id };
    const title = draft.title.trim();
    return 'url' in draft ? { title, url: draft.url.trim() } : { title, blobPath: draft.blobPath! };
  });
}

function replace(drafts: Signal<readonly EvidenceDraft[]>, changed: EvidenceDraft): void {
  drafts.value = drafts.value.map((draft) => (draft.key === changed.key ? changed : draft));
}

/** The fields of a form in which a person attaches evidence to a decision. */
export function EvidenceFields({ drafts }: { drafts: Signal<readonly EvidenceDraft[]> }) {
  const fault = useSignal<string | null>(null);
  const add = (added: readonly EvidenceDraft[]) => {
    drafts.value = [...drafts.value, ...added].slice(0, maxEvidence);
  };
  const addFiles = (files: readonly File[]) => {
    const faults = files.map((file) => fileFault(file, () => ({ bytes: maxEvidenceBytes, of: 'evidence' })));
    fault.value = faults.find((each) => each !== null) ?? null;
    add(
      files
        .filter((_, index) => faults[index] === null)
        .map((file) => ({ key: crypto.randomUUID(), title: file.name, file, blobPath: null })),
    );
  };
  const isFull = drafts.value.length >= maxEvidence;
  return (
    <fieldset class="evidence-fields">
      <legend>Evidence (optional)</legend>
      {drafts.value.map((draft) => (
        <EvidenceField
          key={draft.key}
          draft={draft}
          onChange={(changed) => replace(drafts, changed)}
          onRemove={() => (drafts.value = drafts.value.filter(({ key }) => key !== draft.key))}
        />
      ))}
      {fault.value !== null && (
        <p class="hint" role="alert">
          {fault.value}
        </p>
      )}
      <div class="decision-buttons">
        <ChooseFiles isSmall disabled={isFull} onFiles={addFiles}>
          Add files…
        </ChooseFiles>
        <button
          type="button"
          class="button button-small"
          disabled={isFull}
          onClick={() => add([{ key: crypto.randomUUID(), title: '', url: '' }])}
        >
          Add an address
        </button>
      </div>
    </fieldset>
  );
}

function EvidenceField({
  draft,
  onChange,
  onRemove,
}: {
  draft: EvidenceDraft;
  onChange: (draft: EvidenceDraft) => void;
  onRemove: () => void;
}) {
  const remove = (
    <button type="button" class="button button-quiet button-small" onClick={onRemove}>
      Remove
    </button>
  );
  if ('kept' in draft)
    return (
      <p class="evidence-field">
        <Untrusted text={draft.kept.title} /> {remove}
      </p>
    );
  return (
    <div class="evidence-field">
      <Field label={'file' in draft ? `Title of ${draft.file.name}` : 'Title'}>
        {(ids) => (
          <input
            {...ids}
            type="text"
            required
            maxLength={200}
            value={draft.title}
            onInput={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value })}
          />
        )}
      </Field>
      {'url' in draft && (
        <Field label="Address">
          {(ids) => (
            <input
              {...ids}
              type="url"
              required
              maxLength={2_000}
              placeholder="https://"
              value={draft.url}
              onInput={({ currentTarget }) => onChange({ ...draft, url: currentTarget.value })}
            />
          )}
        </Field>
      )}
      {remove}
    </div>
  );
}

/**
 * The evidence of a decision.
 * @param path path of the asset in the public API
 */
export function EvidenceList({
  scope,
  path,
  evidence,
}: {
  scope: Scope;
  path: string;
  evidence: readonly Evidence[];
}) {
  const { run, error } = useRun();
  if (evidence.length === 0) return null;
  const open = async ({ id }: Evidence) => {
    const { url } = await callApi<{ url: string }>(scope, 'GET', `${path}/evidence/${id}`);
    Object.assign(document.createElement('a'), { href: url, target: '_blank', rel: 'noopener' }).click();
  };
  return (
    <div>
      <h4 class="evidence-heading">Evidence</h4>
      <ul class="bullets evidence-list">
        {evidence.map((one) => (
          <li key={one.id}>
            {one.url !== null && <ExternalLink url={one.url} text={one.title} />}
            {one.file !== null && (
              <>
                {one.file.status === 'kept' ? (
                  <button type="button" class="link-button" onClick={() => void run(() => open(one))}>
                    <Untrusted text={one.title} />
                  </button>
                ) : (
                  <Untrusted text={one.title} />
                )}{' '}
                <span class="muted">
                  <Untrusted text={one.file.filename} />, {formatBytes(one.file.sizeBytes)}
                  {one.file.status === 'keeping' && ', is being copied'}
                </span>
                {one.file.status === 'lost' && (
                  <strong> The file was replaced or removed before it was copied. Attach it again.</strong>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <ErrorNotice error={error} what="The file could not be opened." />
    </div>
  );
}
