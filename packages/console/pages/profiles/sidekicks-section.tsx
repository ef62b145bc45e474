import type { Sidekick } from '@assay/client/shapes.ts';
import type { ProfileContent, ProfileSidekick } from '@assay/domain/contracts/profile.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { type Editor, faultOf } from './editor.ts';
import { Choice, NumberInput, SourceChoice, TextInput } from './inputs.tsx';
import { RuleSeverity, SeverityChoice } from './rule-severity.tsx';
import { SourceOfValue } from './source.tsx';
import { type Parameter, type ParameterValue, parameterValue, type Rule, valueText } from './words.ts';

const columns = [{ title: 'Parameter' }, { title: 'Value' }, { title: 'Usual value' }];

interface Props {
  content: ProfileContent;
  sidekicks: readonly Sidekick[];
  editor: Editor | null;
}

/** The sidekicks that examine the files, with their parameters. */
export function SidekicksSection({ content, sidekicks, editor }: Props) {
  const usable = sidekicks.filter(
    ({ code, assetTypes }) =>
      code !== requirementsCode &&
      (content.sidekicks.some((each) => each.code === code) ||
        (editor !== null && assetTypes.some((type) => content.assetTypes.includes(type)))),
  );
  const unknown = content.sidekicks.filter(({ code }) => !sidekicks.some((each) => each.code === code));
  return (
    <section aria-labelledby="sidekicks-heading">
      <h2 id="sidekicks-heading">Sidekicks</h2>
      <p class="muted profile-lead">
        Each sidekick examines the files of its types, and has rules and parameters.
      </p>
      <ul class="profile-sidekicks">
        {usable.map((sidekick) => (
          <SidekickItem key={sidekick.code} {...{ sidekick, content, editor }} />
        ))}
        {unknown.map(({ code }) => (
          <li key={code} class="panel">
            <code>{code}</code> <span class="field-fault">This sidekick does not exist any more.</span>
            {editor !== null && (
              <button
                type="button"
                class="button button-small"
                onClick={() =>
                  editor.change({ sidekicks: content.sidekicks.filter((one) => one.code !== code) })
                }
              >
                Remove<span class="visually-hidden"> {code}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function SidekickItem({
  sidekick,
  content,
  editor,
}: {
  sidekick: Sidekick;
  content: ProfileContent;
  editor: Editor | null;
}) {
  const { code, name, description, parameters, rules } = sidekick;
  const index = content.sidekicks.findIndex((each) => each.code === code);
  const chosen = content.sidekicks[index];
  const fault = editor === null || index < 0 ? null : faultOf(editor, `sidekicks.${index}.code`);
  const set = (settings: ProfileSidekick) =>
    editor!.change({ sidekicks: content.sidekicks.map((each, at) => (at === index ? settings : each)) });
  return (
    <li class="panel">
      <div class="sidekick-heading">
        {editor === null ? (
          <h3>
            <Untrusted text={name} />
          </h3>
        ) : (
          <label class="choice">
            <input
              type="checkbox"
              checked={chosen !== undefined}
              onChange={({ currentTarget: { checked } }) =>
                editor.change({
                  sidekicks: checked
                    ? [...content.sidekicks, { code }]
                    : content.sidekicks.filter((each) => each.code !== code),
                })
              }
            />
            <strong>
              <Untrusted text={name} />
            </strong>
          </label>
        )}
        <p class="muted">
          <Untrusted text={description} />
        </p>
        {fault !== null && <span class="field-fault">{fault}</span>}
      </div>
      {chosen !== undefined && parameters.length > 0 && (
        <>
          <Table caption={`Parameters of ${name}`} columns={columns}>
            {parameters.map((parameter) => (
              <ParameterRow
                key={parameter.name}
                {...{ parameter, chosen, index, content, editor, set }}
                rule={rules.find(({ code }) => code === parameter.thresholdOf)}
              />
            ))}
          </Table>
          {editor === null ? (
            chosen.source !== undefined && (
              <p>
                Values from <SourceOfValue source={chosen.source} content={content} />
              </p>
            )
          ) : (
            <div class="labelled wide">
              <span class="field-label">Document with these values</span>
              <SourceChoice
                {...{
                  editor,
                  field: `sidekicks.${index}.source`,
                  label: `Document with the values of ${name}`,
                }}
                value={chosen.source}
                onChange={(source) => {
                  const { source: _, ...rest } = chosen;
                  set(source === undefined ? rest : { ...rest, source });
                }}
              />
            </div>
          )}
        </>
      )}
    </li>
  );
}

function ParameterRow({
  parameter,
  rule,
  chosen,
  index,
  content,
  editor,
  set,
}: {
  parameter: Parameter;
  /** The rule of which the parameter is the threshold. */
  rule: Rule | undefined;
  chosen: ProfileSidekick;
  index: number;
  content: ProfileContent;
  editor: Editor | null;
  set: (settings: ProfileSidekick) => void;
}) {
  const { name, description, unit } = parameter;
  const usual = parameter.default as ParameterValue;
  const given = chosen.parameters?.[name];
  const value = parameterValue(parameter, chosen);
  return (
    <Row class={given === undefined ? '' : 'changed'}>
      <Cell title="Parameter" isHeading>
        {description} <code class="muted">{name}</code>
      </Cell>
      <Cell title="Value">
        {editor === null ? (
          <strong>
            <Untrusted text={valueText(value, unit)} />
          </strong>
        ) : (
          <ParameterInput
            {...{ editor, parameter, value }}
            field={`sidekicks.${index}.parameters.${name}`}
            onChange={(changed) => set({ ...chosen, parameters: { ...chosen.parameters, [name]: changed } })}
          />
        )}
        {rule !== undefined && (
          <span class="with-unit">
            <span class="unit">Severity</span>
            {editor === null ? (
              <RuleSeverity rule={rule} settings={content.rules[rule.code]} />
            ) : (
              <span>
                <SeverityChoice {...{ editor, rule, code: rule.code, label: `Severity of ${rule.name}` }} />
              </span>
            )}
          </span>
        )}
      </Cell>
      <Cell title="Usual value">
        <span class="muted">{valueText(usual, unit)}</span>
        {editor !== null && given !== undefined && (
          <button
            type="button"
            class="button button-quiet button-small"
            onClick={() => {
              const { [name]: _, ...parameters } = chosen.parameters!;
              set({ ...chosen, parameters });
            }}
          >
            Reset<span class="visually-hidden"> {name} to its usual value</span>
          </button>
        )}
      </Cell>
    </Row>
  );
}

function ParameterInput({
  editor,
  parameter,
  value,
  field,
  onChange,
}: {
  editor: Editor;
  parameter: Parameter;
  value: ParameterValue;
  field: string;
  onChange: (value: ParameterValue) => void;
}) {
  const { type, unit, least, most, values, nullable, description } = parameter;
  const props = { editor, field, label: description };
  if (type === 'boolean')
    return (
      <Choice
        {...props}
        value={String(value)}
        options={[
          ['false', 'no'],
          ['true', 'yes'],
        ]}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
    );
  if (values !== null)
    return (
      <Choice
        {...props}
        value={String(value)}
        options={values.map((each) => [each, each] as const)}
        onChange={onChange}
      />
    );
  if (type === 'string')
    return <TextInput {...props} maxLength={200} value={String(value ?? '')} onChange={onChange} />;
  return (
    <>
      <NumberInput {...props} {...{ unit, least, most }} value={value as number | null} onChange={onChange} />
      {nullable && value !== null && <span class="hint">Empty: not set</span>}
    </>
  );
}
