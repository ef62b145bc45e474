import type { components } from '@assay/client/schema.ts';
import { SeverityLabel } from '../../components/badges.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { ExternalLink, Untrusted } from '../../components/texts.tsx';
import { count, formatMeasured } from '../../format.ts';

export type CheckList = components['schemas']['CheckList'];
type Check = CheckList['checks'][number];

const columns = [
  { title: 'Rule' },
  { title: 'Severity' },
  { title: 'Threshold' },
  { title: 'Measured' },
  { title: 'Result' },
];

/** The checks of an asset, including those that found nothing and those that were not made. */
export function Checks({ list, error }: { list: CheckList | null; error: Error | null }) {
  if (list === null) return <ErrorNotice error={error} what="The checks could not be loaded." isRetried />;
  const { checks, complete } = list;
  if (checks.length === 0) return null;
  const sidekicks = [...Map.groupBy(checks, ({ sidekickId }) => sidekickId).values()];
  return (
    <details class="checks">
      <summary>
        <h2>{summaryOf(checks)}</h2>
        <span class="muted">{notMade(checks)}</span>
      </summary>
      <div class="checks-body">
        {!complete && <p class="muted">The rules of at least one sidekick are missing.</p>}
        {sidekicks.map((ofSidekick) => (
          <section key={ofSidekick[0]!.sidekickId}>
            <h3>
              <Untrusted text={ofSidekick[0]!.sidekickName} />{' '}
              <span class="muted">version {ofSidekick[0]!.sidekickVersion}</span>
            </h3>
            <Table caption={`Checks of ${ofSidekick[0]!.sidekickName}`} columns={columns}>
              {ofSidekick.map((check) => (
                <CheckRow key={check.ruleCode} check={check} />
              ))}
            </Table>
          </section>
        ))}
      </div>
    </details>
  );
}

function CheckRow({ check }: { check: Check }) {
  const { ruleCode, ruleName, severity, threshold, required, unit, source, measured } = check;
  return (
    <Row>
      <Cell title="Rule" isHeading>
        <Untrusted text={ruleName} /> <code>{ruleCode}</code>
      </Cell>
      <Cell title="Severity">
        <SeverityLabel severity={severity} />
      </Cell>
      <Cell title="Threshold">
        {(threshold !== null || required !== null) && (
          <>
            <Untrusted text={required ?? [formatMeasured(threshold!), unit].filter(Boolean).join(' ')} />
            {' · '}
          </>
        )}
        {source.url === null ? (
          <Untrusted text={source.standard} />
        ) : (
          <ExternalLink url={source.url} text={source.standard} />
        )}
      </Cell>
      <Cell title="Measured">
        {measured === null ? (
          <span class="muted">–</span>
        ) : typeof measured === 'string' ? (
          <Untrusted text={measured} />
        ) : (
          <>
            {formatMeasured(measured)} {unit !== null && <Untrusted text={unit} />}
          </>
        )}
      </Cell>
      <Cell title="Result">{resultOf(check)}</Cell>
    </Row>
  );
}

function resultOf({ result, count: found }: Check): string {
  switch (result) {
    case 'found':
      return count(found ?? 0, 'finding');
    case 'none':
      return 'Passed';
    case 'skipped':
      return 'Skipped by the operator';
    case 'failed':
      return 'Not made: the asset failed';
    case 'not_applicable':
      return 'Not for this type of file';
    case 'off':
      return 'Off in this profile';
    case null:
      return 'Not recorded';
  }
}

const numberOf = (checks: readonly Check[], ...results: Check['result'][]) =>
  checks.filter(({ result }) => results.includes(result)).length;

/** Returns the numbers of checks made and passed, for example `41 checks made, 34 passed`. */
export function summaryOf(checks: readonly Check[]): string {
  return `${count(numberOf(checks, 'found', 'none'), 'check')} made, ${numberOf(checks, 'none')} passed`;
}

/** Returns, for example, `3 skipped by the operator · 2 not recorded`. Empty if all checks were made. */
function notMade(checks: readonly Check[]): string {
  const numbers: [number, string][] = [
    [numberOf(checks, 'skipped'), 'skipped by the operator'],
    [numberOf(checks, 'failed'), 'not made, because the asset failed'],
    [numberOf(checks, 'not_applicable'), 'not for this type of file'],
    [numberOf(checks, 'off'), 'off in this profile'],
    [numberOf(checks, null), 'not recorded'],
  ];
  return numbers
    .filter(([number]) => number > 0)
    .map(([number, text]) => `${number} ${text}`)
    .join(' · ');
}
