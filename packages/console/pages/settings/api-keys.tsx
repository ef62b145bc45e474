import { useSignal } from '@preact/signals';
import { request } from '../../api/request.ts';
import type { KeyList, ListedKey } from '../../api/shapes.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { Icon } from '../../components/icon.tsx';
import { Empty, Loading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Time, Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import type { Scope } from '../../scope.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const columns = [
  { title: 'Name' },
  { title: 'Key' },
  { title: 'Scopes' },
  { title: 'Created' },
  { title: 'Last used' },
  { title: 'Expires' },
  { title: 'Action' },
];

export function ApiKeys({ scope }: { scope: Scope }) {
  const path = `/${scope.workspaceId}/api-keys`;
  const { data, error, refresh } = useLive(
    path,
    (signal) => request<KeyList>('GET', path, undefined, signal),
    () => null,
  );
  const items = data?.items ?? null;
  const isCreating = useSignal(false);
  const revoked = useSignal<ListedKey | null>(null);
  return (
    <section class="settings">
      <div class="section-heading">
        <p class="muted">Programs use API keys. A key is displayed once, when it is created.</p>
        <button type="button" class="button button-primary" onClick={() => (isCreating.value = true)}>
          <Icon name="plus" />
          Create an API key
        </button>
      </div>
      <ErrorNotice error={error} what="The API keys could not be loaded." />
      {items === null && error === null && <Loading what="API keys" />}
      {items?.length === 0 && (
        <Empty title="This workspace has no API key.">
          <p>Create one for each program that uploads files or reads results.</p>
        </Empty>
      )}
      {items !== null && items.length > 0 && (
        <Table caption="API keys" columns={columns}>
          {items.map((key) => (
            <Row key={key.id}>
              <Cell title="Name" isHeading>
                <span class="file-name">
                  {key.name === null ? 'Without a name' : <Untrusted text={key.name} />}
                </span>
              </Cell>
              <Cell title="Key">
                <code class="nowrap">
                  {key.prefix}…{key.lastFour}
                </code>
              </Cell>
              <Cell title="Scopes">{key.scopes.join(', ')}</Cell>
              <Cell title="Created">
                <Time at={key.createdAt} />
                {key.createdBy !== null && (
                  <span class="muted">
                    {' '}
                    by <Untrusted text={key.createdBy.name} />
                  </span>
                )}
              </Cell>
              <Cell title="Last used">
                {key.lastUsedAt === null ? <span class="muted">never</span> : <Time at={key.lastUsedAt} />}
              </Cell>
              <Cell title="Expires">
                <Expiry apiKey={key} />
              </Cell>
              <Cell title="Action">
                {key.revokedAt === null && (
                  <button
                    type="button"
                    class="button button-small button-danger"
                    onClick={() => (revoked.value = key)}
                  >
                    Revoke<span class="visually-hidden"> the key that ends in {key.lastFour}</span>
                  </button>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {isCreating.value && (
        <CreateKeyDialog
          path={path}
          keyDays={data?.keyDays ?? null}
          onCreate={refresh}
          onClose={() => (isCreating.value = false)}
        />
      )}
      {revoked.value !== null && (
        <RevokeKeyDialog
          path={path}
          apiKey={revoked.value}
          onRevoke={refresh}
          onClose={() => (revoked.value = null)}
        />
      )}
    </section>
  );
}

function Expiry({ apiKey: { revokedAt, expiresAt } }: { apiKey: ListedKey }) {
  if (revokedAt !== null) {
    return (
      <span>
        revoked <Time at={revokedAt} />
      </span>
    );
  }
  if (expiresAt === null) return <span class="muted">never</span>;
  return (
    <span>
      {Date.parse(expiresAt) < Date.now() && 'expired '}
      <Time at={expiresAt} />
    </span>
  );
}
