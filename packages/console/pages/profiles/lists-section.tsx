import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import { Icon } from '../../components/icon.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { type Editor, withSource } from './editor.ts';
import { TextInput } from './inputs.tsx';
import { Source } from './source.tsx';

interface Props {
  content: ProfileContent;
  editor: Editor | null;
}

/** The checks that a person makes. */
export function ManualChecksSection({ content, editor }: Props) {
  const { manualChecks } = content;
  return (
    <section class="panel" aria-labelledby="manual-heading">
      <h2 id="manual-heading">Checks for a person</h2>
      <p class="muted">
        A person makes these checks before the file is sent. The review of a file lists them. They do not
        change the verdict.
      </p>
      {editor === null ? (
        <ul class="bullets">
          {manualChecks.map(({ code, text }) => (
            <li key={code}>
              <Untrusted text={text} />
            </li>
          ))}
        </ul>
      ) : (
        <ManualCheckInputs editor={editor} />
      )}
      {manualChecks.length === 0 && <p class="muted">There is none.</p>}
    </section>
  );
}

/** Returns a code for a new manual check that no other one has. */
function freeCode(codes: readonly string[]): string {
  let number = codes.length + 1;
  while (codes.includes(`check-${number}`)) number++;
  return `check-${number}`;
}

function ManualCheckInputs({ editor }: { editor: Editor }) {
  const { draft, change } = editor;
  const { manualChecks } = draft;
  return (
    <>
      <ul class="line-inputs">
        {manualChecks.map(({ code, text }, index) => (
          <li key={code}>
            <div>
              <TextInput
                {...{ editor, field: `manualChecks.${index}`, label: `Check ${index + 1}`, maxLength: 300 }}
                placeholder="The logo is the current one."
                value={text}
                onChange={(changed) =>
                  change({
                    manualChecks: manualChecks.map((one, at) =>
                      at === index ? { ...one, text: changed } : one,
                    ),
                  })
                }
              />
            </div>
            <RemoveButton
              what={`check ${index + 1}`}
              onClick={() => change({ manualChecks: manualChecks.filter((_, at) => at !== index) })}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        onClick={() =>
          change({
            manualChecks: [
              ...manualChecks,
              { code: freeCode(manualChecks.map(({ code }) => code)), text: '' },
            ],
          })
        }
      >
        <Icon name="plus" />
        Add a check
      </button>
    </>
  );
}

/** The documents of the destination. */
export function SourcesSection({ content, editor }: Props) {
  const { sources } = content;
  return (
    <section class="panel" aria-labelledby="sources-heading">
      <h2 id="sources-heading">Documents</h2>
      {editor === null ? (
        <ul class="bullets">
          {sources.map((source, index) => (
            <li key={index}>
              <Source source={source} />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p class="muted">
            The documents that say what the destination accepts. Add them first: each value below can name
            one, and issues then repeat it.
          </p>
          <SourceInputs editor={editor} />
        </>
      )}
      {sources.length === 0 && <p class="muted">There is none.</p>}
    </section>
  );
}

function SourceInputs({ editor }: { editor: Editor }) {
  const { draft, change } = editor;
  const { sources } = draft;
  return (
    <>
      <ul class="line-inputs">
        {sources.map((source, index) => {
          const number = index + 1;
          const set = (part: Partial<typeof source>) =>
            change(withSource(draft, index, { ...source, ...part }));
          const field = `sources.${index}`;
          return (
            <li key={index}>
              <div class="source-inputs">
                <div>
                  <TextInput
                    {...{ editor, field: `${field}.title`, maxLength: 300 }}
                    label={`Title of document ${number}`}
                    placeholder="Title, such as Delivery of adverts"
                    value={source.title}
                    onChange={(title) => set({ title })}
                  />
                </div>
                <div>
                  <TextInput
                    {...{ editor, field: `${field}.part`, maxLength: 500 }}
                    label={`Part of document ${number}`}
                    placeholder="Part, such as version 4, section 3"
                    value={source.part ?? ''}
                    onChange={(part) => set({ part: part === '' ? null : part })}
                  />
                </div>
                <div>
                  <TextInput
                    {...{ editor, field: `${field}.url`, maxLength: 2048 }}
                    label={`Link to document ${number}`}
                    placeholder="https://…"
                    value={source.url ?? ''}
                    onChange={(url) => set({ url: url === '' ? null : url })}
                  />
                </div>
              </div>
              <RemoveButton
                what={`document ${number}`}
                onClick={() => change(withSource(draft, index, null))}
              />
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        class="button"
        onClick={() => change({ sources: [...sources, { title: '', url: null, part: null }] })}
      >
        <Icon name="plus" />
        Add a document
      </button>
    </>
  );
}

function RemoveButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <button type="button" class="button button-small" onClick={onClick}>
      Remove<span class="visually-hidden"> {what}</span>
    </button>
  );
}
