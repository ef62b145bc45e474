import { assetTypes } from '@assay/domain/asset-type.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import { severities, type Severity } from '@assay/domain/sidekick.ts';
import { SeverityLabel } from '../../components/badges.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { type Editor, faultOf } from './editor.ts';
import { Choice, TextInput } from './inputs.tsx';
import { codeOf, typesText } from './words.ts';

/** Name, code, types and the severity at which a file fails. */
export function OverviewSection({ content, editor }: { content: ProfileContent; editor: Editor | null }) {
  if (editor !== null) return <OverviewInputs editor={editor} />;
  const { code, description, assetTypes: types, failsAt } = content;
  return (
    <section class="panel">
      {description !== null && (
        <p class="profile-lead">
          <Untrusted text={description} />
        </p>
      )}
      <dl class="overview">
        <div>
          <dt>Files</dt>
          <dd>{typesText(types)}</dd>
        </div>
        <div>
          <dt>Fails at</dt>
          <dd>
            <span>
              <SeverityLabel severity={failsAt} />
              {failsAt !== 'critical' && ' or worse'}
            </span>
          </dd>
        </div>
        <div>
          <dt>Code</dt>
          <dd>
            <code>{code}</code>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function OverviewInputs({ editor }: { editor: Editor }) {
  const { draft, isNew, change } = editor;
  const typesFault = faultOf(editor, 'assetTypes');
  return (
    <section class="panel profile-fields" aria-labelledby="about-heading">
      <h2 id="about-heading">The destination</h2>
      <div class="labelled">
        <span class="field-label">Name</span>
        <TextInput
          {...{ editor, field: 'name', label: 'Name', maxLength: 100 }}
          value={draft.name}
          onChange={(name) =>
            change({ name, ...(isNew && draft.code === codeOf(draft.name) && { code: codeOf(name) }) })
          }
        />
      </div>
      <div class="labelled">
        <span class="field-label">Code</span>
        <TextInput
          {...{ editor, field: 'code', label: 'Code', maxLength: 60 }}
          hint="Programs use it. Lower-case letters and digits, in words joined by hyphens."
          value={draft.code}
          onChange={(code) => change({ code })}
        />
      </div>
      <div class="labelled wide">
        <span class="field-label">Description</span>
        <TextInput
          {...{ editor, field: 'description', label: 'Description', maxLength: 1000 }}
          rows={3}
          hint="Who takes these files, and what is not checked."
          value={draft.description ?? ''}
          onChange={(description) => change({ description })}
        />
      </div>
      <fieldset class="choices">
        <legend class="field-label">Files that the destination takes</legend>
        {assetTypes.map((type) => (
          <label key={type} class="choice">
            <input
              type="checkbox"
              aria-invalid={typesFault !== null}
              checked={draft.assetTypes.includes(type)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  assetTypes: assetTypes.filter((each) =>
                    each === type ? checked : draft.assetTypes.includes(each),
                  ),
                })
              }
            />
            {type}
          </label>
        ))}
        {typesFault !== null && <span class="field-fault">{typesFault}</span>}
      </fieldset>
      <div class="labelled">
        <span class="field-label">A file fails at</span>
        <Choice
          {...{ editor, field: 'failsAt', label: 'A file fails at' }}
          value={draft.failsAt}
          options={severities.map((severity) => [
            severity,
            severity === 'critical' ? 'critical issues' : `${severity} issues and worse`,
          ])}
          onChange={(severity) => change({ failsAt: severity as Severity })}
        />
      </div>
    </section>
  );
}
