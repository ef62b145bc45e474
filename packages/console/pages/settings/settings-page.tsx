import type { ComponentChildren } from 'preact';
import { hasRole } from '../../api/session.ts';
import { Empty, PageHeading } from '../../components/page.tsx';
import { pageHref, type Scope } from '../../scope.ts';
import { ApiKeys } from './api-keys.tsx';
import { AuditLog } from './audit-log.tsx';
import { Members } from './members.tsx';

const tabs: readonly (readonly [
  path: string,
  title: string,
  content: (scope: Scope) => ComponentChildren,
])[] = [
  ['api-keys', 'API keys', (scope) => <ApiKeys key={scope.workspaceId} scope={scope} />],
  ['members', 'Members', (scope) => <Members key={scope.workspaceId} scope={scope} />],
  ['audit-log', 'Audit log', (scope) => <AuditLog key={scope.workspaceId} scope={scope} />],
];

/** The settings of a workspace. They are the same for both environments. */
export function SettingsPage({ scope, tab }: { scope: Scope; tab: string }) {
  const shown = tabs.find(([path]) => path === tab);
  return (
    <>
      <PageHeading title={shown === undefined ? 'Settings' : `${shown[1]}, Settings`} shown="Settings" />
      <nav class="tabs" aria-label="Settings">
        {tabs.map(([path, title]) => (
          <a
            key={path}
            href={pageHref(scope, `/settings/${path}`)}
            aria-current={path === tab ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {!hasRole(scope.workspaceId, 'admin') ? (
        <Empty title="Only admins see the settings of a workspace.">
          <p>Ask an admin of the workspace for the role “admin”.</p>
        </Empty>
      ) : (
        (shown?.[2](scope) ?? (
          <Empty title="There is no such page.">
            <p>
              <a href={pageHref(scope, '/settings/api-keys')}>Go to API keys</a>
            </p>
          </Empty>
        ))
      )}
    </>
  );
}
