import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../api/request.ts';
import type { AuditEntry } from '../../api/shapes.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { Empty, Loading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Time, Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import type { Scope } from '../../scope.ts';

const columns = [
  { title: 'When' },
  { title: 'Who' },
  { title: 'Action' },
  { title: 'Subject' },
  { title: 'Address' },
];

interface AuditPage {
  items: AuditEntry[];
  next: string | null;
}

export function AuditLog({ scope }: { scope: Scope }) {
  const entries = useSignal<AuditEntry[] | null>(null);
  const next = useSignal<string | null>(null);
  const { run, error, isBusy } = useRun();
  const read = async (cursor: string | null) => {
    const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = await request<AuditPage>('GET', `/${scope.workspaceId}/audit${query}`);
    entries.value = [...(cursor === null ? [] : (entries.value ?? [])), ...page.items];
    next.value = page.next;
  };
  useEffect(() => {
    void run(() => read(null));
  }, []);
  return (
    <section class="settings">
      <p class="muted">
        Every change by a person, an API key or the operator. Nobody can change or remove an entry.
      </p>
      {entries.value === null && error === null && <Loading what="the audit log" />}
      {entries.value?.length === 0 && (
        <Empty title="Nothing was changed yet.">
          <p>Uploads, submissions, retries, and changes of keys and members appear here.</p>
        </Empty>
      )}
      {entries.value !== null && entries.value.length > 0 && (
        <Table caption="Audit log, newest first" columns={columns}>
          {entries.value.map(({ id, occurredAt, actor, action, subject, address }) => (
            <Row key={id}>
              <Cell title="When">
                <Time at={occurredAt} />
              </Cell>
              <Cell title="Who">
                <span class="tag">{actor.kind}</span> <Untrusted text={actor.name ?? actor.id ?? ''} />
                {actor.via !== null && <span class="muted"> via {actor.via}</span>}
              </Cell>
              <Cell title="Action">
                <code class="nowrap">{action}</code>
              </Cell>
              <Cell title="Subject">
                <Untrusted text={subject} />
              </Cell>
              <Cell title="Address">{address ?? <span class="muted">–</span>}</Cell>
            </Row>
          ))}
        </Table>
      )}
      <ErrorNotice error={error} what="The audit log could not be loaded." />
      {next.value !== null && (
        <button
          type="button"
          class="button"
          aria-disabled={isBusy}
          onClick={() => isBusy || void run(() => read(next.value))}
        >
          {isBusy ? 'Loading…' : 'Show older changes'}
        </button>
      )}
    </section>
  );
}
