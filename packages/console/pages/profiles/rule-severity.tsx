import type { ProfileRule } from '@assay/domain/contracts/profile.ts';
import { severities } from '@assay/domain/sidekick.ts';
import { SeverityLabel } from '../../components/badges.tsx';
import { type Editor, withRule } from './editor.ts';
import { Choice } from './inputs.tsx';
import type { Rule } from './words.ts';

/** Shows the severity of a rule under a profile. */
export function RuleSeverity({
  rule,
  settings,
}: {
  rule: Rule | undefined;
  settings: ProfileRule | undefined;
}) {
  if (settings?.severity === 'off') return <span class="muted">off</span>;
  const severity = settings?.severity ?? rule?.severity;
  return severity === undefined ? <span class="muted">–</span> : <SeverityLabel severity={severity} />;
}

/** Chooses the severity of a rule. Without a choice, it is that of the rule. @param label name for screen readers */
export function SeverityChoice({
  editor,
  rule,
  code,
  label,
}: {
  editor: Editor;
  rule: Rule | undefined;
  code: string;
  label: string;
}) {
  const { draft, change } = editor;
  const severity = draft.rules[code]?.severity;
  return (
    <Choice
      {...{ editor, field: `rules.${code}.severity`, label }}
      value={severity ?? ''}
      options={[
        ['', `usual${rule === undefined ? '' : ` (${rule.severity})`}`],
        ...severities.map((each) => [each, each] as const),
        ['off', 'off'],
      ]}
      onChange={(chosen) =>
        change({
          rules: withRule(draft, code, {
            severity: chosen === '' ? undefined : (chosen as ProfileRule['severity']),
          }),
        })
      }
    />
  );
}
