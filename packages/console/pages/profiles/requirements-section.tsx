import { useSignal } from '@preact/signals';
import type { Sidekick } from '@assay/client/shapes.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import {
  properties,
  type Property,
  type PropertyName,
  propertyNames,
  requirementCode,
} from '@assay/domain/requirements.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { Icon } from '../../components/icon.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { type Editor, faultOf, faultText, withRule } from './editor.ts';
import { Choice, SourceChoice } from './inputs.tsx';
import { newRequirement, RequirementInputs } from './requirement-inputs.tsx';
import { RuleSeverity, SeverityChoice } from './rule-severity.tsx';
import { SourceOfValue } from './source.tsx';
import { ifUnknownTexts, nameOf, permittedText, requiredProperties } from './words.ts';

const columns = [
  { title: 'Property' },
  { title: 'Permitted' },
  { title: 'If not stated' },
  { title: 'Severity' },
  { title: 'Document' },
];

/** The properties that the destination fixes. */
export function RequirementsSection({
  content,
  sidekicks,
  editor,
}: {
  content: ProfileContent;
  sidekicks: readonly Sidekick[];
  editor: Editor | null;
}) {
  const required = requiredProperties(content.requirements);
  const rules = sidekicks.find(({ code }) => code === requirementsCode)?.rules ?? [];
  return (
    <section aria-labelledby="requirements-heading">
      <h2 id="requirements-heading">Properties of the file</h2>
      <p class="muted profile-lead">
        {required.length === 0
          ? 'The profile requires no property of a file.'
          : 'A file with another value has an issue. A file can leave out a property, such as the start time code.'}
      </p>
      {required.length > 0 && (
        <Table
          caption="Required properties"
          columns={editor === null ? columns : [...columns, { title: 'Action' }]}
        >
          {required.map((name) => (
            <RequirementRow
              key={name}
              name={name}
              content={content}
              rule={rules.find(({ code }) => code === requirementCode(name))}
              editor={editor}
            />
          ))}
        </Table>
      )}
      {editor !== null && <AddRequirement editor={editor} />}
    </section>
  );
}

const permittedId = (name: PropertyName) => `permitted-${name}`;

function RequirementRow({
  name,
  content,
  rule,
  editor,
}: {
  name: PropertyName;
  content: ProfileContent;
  rule: Sidekick['rules'][number] | undefined;
  editor: Editor | null;
}) {
  const property: Property = properties[name];
  const requirement = content.requirements[name]!;
  const code = requirementCode(name);
  const field = `requirements.${name}`;
  const label = nameOf(name);
  const own = editor?.faults.find((fault) => fault.field === field);
  const set = (part: object) =>
    editor!.change({
      requirements: { ...content.requirements, [name]: { ...requirement, ...part } },
    });
  return (
    <Row>
      <Cell title="Property" isHeading>
        <strong>{label}</strong>
        {editor !== null && <div class="hint">{property.meaning.replaceAll('`', '')}</div>}
        {own !== undefined && <span class="field-fault">{faultText(own, content)}</span>}
      </Cell>
      <Cell title="Permitted">
        {editor === null ? (
          <Untrusted text={permittedText(name, requirement)} />
        ) : (
          <div id={permittedId(name)}>
            <RequirementInputs
              {...{ editor, field, label, property, requirement, set }}
              isDuration={name === 'durationSeconds'}
            />
          </div>
        )}
      </Cell>
      <Cell title="If not stated">
        {editor === null ? (
          ifUnknownTexts[requirement.ifUnknown]
        ) : (
          <Choice
            {...{ editor, field: `${field}.ifUnknown`, label: `${label}: if the file does not state it` }}
            value={requirement.ifUnknown}
            options={Object.entries(ifUnknownTexts)}
            onChange={(ifUnknown) => set({ ifUnknown })}
          />
        )}
      </Cell>
      <Cell title="Severity">
        {editor === null ? (
          <RuleSeverity rule={rule} settings={content.rules[code]} />
        ) : (
          <SeverityChoice {...{ editor, rule, code, label: `${label}: severity` }} />
        )}
      </Cell>
      <Cell title="Document">
        {editor === null ? (
          requirement.source === undefined ? (
            <span class="muted">–</span>
          ) : (
            <SourceOfValue source={requirement.source} content={content} />
          )
        ) : (
          <SourceChoice
            {...{ editor, field: `${field}.source`, label: `${label}: document` }}
            value={requirement.source}
            onChange={(source) => set({ source })}
          />
        )}
      </Cell>
      {editor !== null && (
        <Cell title="Action">
          <button
            type="button"
            class="button button-small"
            onClick={() => {
              const { [name]: _, ...requirements } = content.requirements;
              editor.change({
                requirements,
                rules: withRule(content, code, { severity: undefined, threshold: undefined }),
              });
            }}
          >
            Remove<span class="visually-hidden"> {label}</span>
          </button>
        </Cell>
      )}
    </Row>
  );
}

/** Adds a property that applies to the types of the profile and is not required yet. */
function AddRequirement({ editor }: { editor: Editor }) {
  const chosen = useSignal('');
  const { draft, change } = editor;
  const free = propertyNames.filter(
    (name) =>
      draft.requirements[name] === undefined &&
      properties[name].assetTypes.some((type) => draft.assetTypes.includes(type)),
  );
  const fault = faultOf(editor, 'requirements');
  return (
    <div class="add-row">
      <select
        aria-label="Property to add"
        value={chosen.value}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
      >
        <option value="">Choose a property…</option>
        {free.map((name) => (
          <option key={name} value={name}>
            {nameOf(name)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="button"
        aria-disabled={chosen.value === ''}
        onClick={() => {
          const name = chosen.value as PropertyName | '';
          if (name === '') return;
          change({
            requirements: { ...draft.requirements, [name]: newRequirement(properties[name], editor.sources) },
          });
          chosen.value = '';
          // The rows have a fixed order, so the new one can be far from the button.
          setTimeout(() =>
            document
              .getElementById(permittedId(name))
              ?.querySelector<HTMLElement>('input, textarea, select')
              ?.focus(),
          );
        }}
      >
        <Icon name="plus" />
        Add the property
      </button>
      {fault !== null && free.length === 0 && <span class="field-fault">{fault}</span>}
    </div>
  );
}
