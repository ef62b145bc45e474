import { useSignal } from '@preact/signals';
import type { Sidekick } from '@assay/client/shapes.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { ExternalLink, Untrusted } from '../../components/texts.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Field } from '../../components/fields.tsx';
import { count } from '../../format.ts';
import { type Editor, faultOf, withRule } from './editor.ts';
import { NumberInput, SourceChoice } from './inputs.tsx';
import { RuleSeverity, SeverityChoice } from './rule-severity.tsx';
import { SourceOfValue } from './source.tsx';
import { parameterValue, type Rule, valueText, withUnit } from './words.ts';

const columns = [
  { title: 'Rule' },
  { title: 'On' },
  { title: 'Severity' },
  { title: 'Threshold' },
  { title: 'Document' },
];

interface Props {
  content: ProfileContent;
  sidekicks: readonly Sidekick[];
  editor: Editor | null;
}

/** The rules of the sidekicks of a profile, and what the profile changes of them. */
export function RulesSection({ content, sidekicks, editor }: Props) {
  const text = useSignal('');
  const changedOnly = useSignal(editor === null);
  const applies = ({ assetTypes, code }: Rule) =>
    assetTypes === null ||
    assetTypes.some((type) => content.assetTypes.includes(type)) ||
    code in content.rules;
  const chosen = sidekicks
    .filter(({ code }) => code !== requirementsCode && content.sidekicks.some((each) => each.code === code))
    .map((sidekick) => ({ ...sidekick, rules: sidekick.rules.filter(applies) }));
  const words = text.value.toLowerCase().split(/\s+/);
  // A rule that the service rejected is always shown.
  const isShown = ({ code, name }: Rule) =>
    (editor !== null && faultOf(editor, `rules.${code}`) !== null) ||
    ((!changedOnly.value || code in content.rules) &&
      words.every((word) => `${name} ${code}`.toLowerCase().includes(word)));
  const groups = chosen
    .map((sidekick) => ({ sidekick, rules: sidekick.rules.filter(isShown) }))
    .filter(({ rules }) => rules.length > 0);
  const total = chosen.reduce((sum, { rules }) => sum + rules.length, 0);
  const shown = groups.reduce((sum, { rules }) => sum + rules.length, 0);
  return (
    <section aria-labelledby="rules-heading">
      <h2 id="rules-heading">Rules</h2>
      <div class="rules-filter">
        <Field label="Filter the rules">
          {(ids) => (
            <input
              {...ids}
              type="search"
              placeholder="Part of a name, such as black"
              value={text.value}
              onInput={({ currentTarget }) => (text.value = currentTarget.value)}
            />
          )}
        </Field>
        <label class="choice">
          <input
            type="checkbox"
            checked={changedOnly.value}
            onChange={({ currentTarget }) => (changedOnly.value = currentTarget.checked)}
          />
          Changed by this profile only
        </label>
        <span class="muted" role="status">
          {shown} of {count(total, 'rule')}
        </span>
      </div>
      {groups.map(({ sidekick, rules }) => (
        <section key={sidekick.code} class="rules-of" aria-label={`Rules of ${sidekick.name}`}>
          <h3>
            <Untrusted text={sidekick.name} />
          </h3>
          <Table caption={`Rules of ${sidekick.name}`} columns={columns}>
            {rules.map((rule) => (
              <RuleRow key={rule.code} {...{ rule, content, sidekick, editor }} />
            ))}
          </Table>
        </section>
      ))}
      {shown === 0 && total > 0 && (
        <p class="muted">
          {text.value === '' ? 'The profile changes no rule. All rules are as usual.' : 'No rule matches.'}
        </p>
      )}
    </section>
  );
}

interface RuleProps {
  rule: Rule;
  content: ProfileContent;
  /** The sidekick of the rule. */
  sidekick: Sidekick;
  /** Null if the profile is only shown. */
  editor: Editor | null;
}

function RuleRow({ rule, content, sidekick, editor }: RuleProps) {
  const { code, name } = rule;
  const settings = content.rules[code];
  const isOff = settings?.severity === 'off';
  const own = editor?.faults.find(({ field }) => field === `rules.${code}`);
  return (
    <Row class={settings === undefined ? '' : 'changed'}>
      <Cell title="Rule" isHeading>
        <Untrusted text={name} /> <code class="muted">{code}</code>
        {own !== undefined && <span class="field-fault">{own.message}</span>}
      </Cell>
      <Cell title="On">
        {editor === null ? (
          isOff ? (
            'off'
          ) : (
            'on'
          )
        ) : (
          <input
            type="checkbox"
            aria-label={`${name}: on`}
            checked={!isOff}
            onChange={({ currentTarget: { checked } }) =>
              editor.change({ rules: withRule(content, code, { severity: checked ? undefined : 'off' }) })
            }
          />
        )}
      </Cell>
      <Cell title="Severity">
        {editor === null || isOff ? (
          <RuleSeverity rule={rule} settings={settings} />
        ) : (
          <SeverityChoice {...{ editor, rule, code, label: `${name}: severity` }} />
        )}
      </Cell>
      <Cell title="Threshold">
        <Threshold {...{ rule, content, sidekick, editor }} />
      </Cell>
      <Cell title="Document">
        <RuleDocument {...{ rule, content, editor }} />
      </Cell>
    </Row>
  );
}

/** The threshold of a rule. The thresholds of some rules are parameters of their sidekick. */
function Threshold({ rule, content, sidekick, editor }: RuleProps) {
  const { code, name, threshold: usual, unit, adjustable } = rule;
  const settings = content.rules[code];
  const parameter = sidekick.parameters.find(({ thresholdOf }) => thresholdOf === code);
  if (parameter !== undefined) {
    const settingsOfSidekick = content.sidekicks.find((each) => each.code === sidekick.code)!;
    const value = parameterValue(parameter, settingsOfSidekick);
    return (
      <>
        {valueText(value, unit)} <span class="hint">parameter of {sidekick.name}</span>
      </>
    );
  }
  if (usual === null) return <span class="muted">–</span>;
  if (editor === null || adjustable === null || settings?.severity === 'off')
    return (
      <>
        {withUnit(String(settings?.threshold ?? usual), unit)}
        {settings?.threshold !== undefined && <span class="hint">usual: {usual}</span>}
      </>
    );
  return (
    <NumberInput
      {...{ editor, field: `rules.${code}.threshold`, label: `${name}: threshold`, unit, ...adjustable }}
      value={settings?.threshold ?? usual}
      // An empty input means the usual threshold.
      onChange={(threshold) =>
        editor.change({
          rules: withRule(content, code, {
            threshold: threshold === null || threshold === usual ? undefined : threshold,
          }),
        })
      }
    />
  );
}

function RuleDocument({
  rule,
  content,
  editor,
}: {
  rule: Rule;
  content: ProfileContent;
  editor: Editor | null;
}) {
  const { code, name, source } = rule;
  const settings = content.rules[code];
  if (editor !== null && settings !== undefined)
    return (
      <SourceChoice
        {...{ editor, field: `rules.${code}.source`, label: `${name}: document` }}
        none={`as usual: ${source.standard}`}
        value={settings.source}
        onChange={(chosen) => editor.change({ rules: withRule(content, code, { source: chosen }) })}
      />
    );
  if (settings?.source !== undefined) return <SourceOfValue source={settings.source} content={content} />;
  return source.url === null ? (
    <Untrusted text={source.standard} />
  ) : (
    <ExternalLink url={source.url} text={source.standard} />
  );
}
