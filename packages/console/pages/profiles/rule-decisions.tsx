import { ErrorNotice } from '../../components/notice.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';

interface RuleDecisions {
  days: number;
  rules: { ruleCode: string; accepted: number; waived: number; disputed: number }[];
}

const columns = [
  { title: 'Rule' },
  { title: 'Disputed', isNumber: true },
  { title: 'Waived', isNumber: true },
  { title: 'Accepted', isNumber: true },
];

/** How often issues of each rule were decided in which way, the most disputed rule first. */
export function RuleDecisions({ scope }: { scope: Scope }) {
  const { data, error } = useLive(
    `rule decisions ${scope.workspaceId} ${scope.environment}`,
    (signal) => callApi<RuleDecisions>(scope, 'GET', '/api/integrations/rules/decisions', undefined, signal),
    () => null,
  );
  return (
    <section class="rule-decisions">
      <h2>Decisions in {data?.days ?? 90} days</h2>
      <p class="muted">
        A rule that is often disputed or waived may find too much. A profile can change its threshold or its
        severity.
      </p>
      <ErrorNotice error={error} what="The decisions could not be loaded." isRetried />
      {data?.rules.length === 0 && <p>Nobody has decided about an issue yet.</p>}
      {data !== null && data.rules.length > 0 && (
        <Table caption="Decisions by rule, the most disputed first" columns={columns}>
          {data.rules.map(({ ruleCode, accepted, waived, disputed }) => (
            <Row key={ruleCode}>
              <Cell title="Rule" isHeading>
                <a href={pageHref(scope, '/submissions', { ruleCode })}>
                  <code>
                    <Untrusted text={ruleCode} />
                  </code>
                </a>
              </Cell>
              <Cell title="Disputed" isNumber>
                {disputed}
              </Cell>
              <Cell title="Waived" isNumber>
                {waived}
              </Cell>
              <Cell title="Accepted" isNumber>
                {accepted}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
