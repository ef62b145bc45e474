import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { announce } from '../announce.tsx';
import { hasRole, session, signOut } from '../api/session.ts';
import { formatTime } from '../format.ts';
import { href, navigate, path } from '../navigation.ts';
import { pageHref, type Scope } from '../scope.ts';
import { Icon } from './icon.tsx';
import { Untrusted } from './texts.tsx';

const environments = [
  ['live', 'Live'],
  ['sandbox', 'Sandbox'],
] as const;

/** The bar at the top of every page. @param scope null on pages without a workspace */
export function Header({ scope }: { scope: Scope | null }) {
  return (
    <header class="header">
      <div class="header-bar">
        <a class="brand" href={href('/')}>
          <svg class="logo" viewBox="0 0 16 16" aria-hidden="true">
            <rect width="16" height="16" rx="3.5" />
            <path d="M4 8.5 7 11.5 12.5 5" />
          </svg>
          Assay
        </a>
        {scope !== null && (
          <>
            <WorkspaceSwitch scope={scope} />
            <nav class="segmented" aria-label="Environment">
              {environments.map(([environment, title]) => (
                <a
                  key={environment}
                  href={pageHref({ ...scope, environment }, sectionOf(path.value))}
                  aria-current={scope.environment === environment ? 'true' : undefined}
                >
                  {title}
                </a>
              ))}
            </nav>
          </>
        )}
        <MemberMenu />
      </div>
      {scope !== null && <Sections scope={scope} />}
      <OperatorLine />
    </header>
  );
}

/** Returns the part of a path that exists in every workspace and environment. */
function sectionOf(current: string): string {
  const settings = /\/settings\/[^/]+$/.exec(current);
  if (settings !== null) return settings[0];
  if (/\/profiles(?:\/|$)/.test(current)) return '/profiles';
  return current.endsWith('/new') ? '/submissions/new' : '/submissions';
}

function WorkspaceSwitch({ scope }: { scope: Scope }) {
  const { memberships } = session.value!;
  const current = memberships.find(({ workspaceId }) => workspaceId === scope.workspaceId)!;
  if (memberships.length === 1) {
    return (
      <span class="workspace">
        <Untrusted text={current.workspaceName} />
      </span>
    );
  }
  return (
    <select
      class="workspace"
      aria-label="Workspace"
      value={scope.workspaceId}
      onChange={({ currentTarget }) => {
        const workspaceId = currentTarget.value;
        // The select shows the workspace of the page, also if the person stays on the page.
        currentTarget.value = scope.workspaceId;
        navigate(pageHref({ ...scope, workspaceId }, sectionOf(path.value)));
      }}
    >
      {memberships.map(({ workspaceId, workspaceName }) => (
        <option key={workspaceId} value={workspaceId}>
          {workspaceName}
        </option>
      ))}
    </select>
  );
}

function Sections({ scope }: { scope: Scope }) {
  const links: [section: string, page: string, title: string][] = [
    ['/submissions', '/submissions', 'Submissions'],
    ['/profiles', '/profiles', 'Profiles'],
  ];
  if (hasRole(scope.workspaceId, 'admin')) links.push(['/settings', '/settings/api-keys', 'Settings']);
  const section = path.value.split('/')[3];
  return (
    <nav class="sections" aria-label="Sections">
      {links.map(([prefix, to, title]) => (
        <a key={to} href={pageHref(scope, to)} aria-current={`/${section}` === prefix ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

const weekMs = 7 * 24 * 3_600_000;

/**
 * Shows sign-ins with a link that an operator could have used: the one of this session, and the last other one of the
 * past week.
 */
function OperatorLine() {
  const { via, operatorSignedInAt: at } = session.value!;
  const isRecent = at !== null && Date.parse(at) >= Date.now() - weekMs;
  return (
    <>
      {via === 'operator' && (
        <p class="operator-line">
          You signed in with a link that the operator could have used. The audit log marks your changes with
          “via operator”.
        </p>
      )}
      {isRecent && (
        <p class="operator-line">
          Somebody signed in as you with a link that the operator could have used, on {formatTime(at)}. If it
          was not you, ask the operator.
        </p>
      )}
    </>
  );
}

function MemberMenu() {
  const { member } = session.value!;
  const failure = useSignal<string | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const leave = async (everywhere: boolean) => {
    try {
      await signOut(everywhere);
      announce('You are signed out');
    } catch (error) {
      failure.value = `You are still signed in. ${(error as Error).message}`;
    }
  };
  return (
    <div class="member">
      <button type="button" class="button button-quiet" popovertarget="member-menu">
        <Icon name="person" />
        <span class="visually-hidden">Account of </span>
        <span class="member-name">
          <Untrusted text={member.name} />
        </span>
      </button>
      <div id="member-menu" class="menu" popover="auto" ref={menu}>
        <p class="menu-title">
          Signed in as <Untrusted text={member.name} />
        </p>
        <button type="button" class="menu-item" onClick={() => void leave(false)}>
          Sign out
        </button>
        <button type="button" class="menu-item" onClick={() => void leave(true)}>
          Sign out everywhere
        </button>
        {failure.value !== null && (
          <p class="menu-error" role="alert">
            {failure.value}
          </p>
        )}
      </div>
    </div>
  );
}
