import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { Announcer } from './announce.tsx';
import { isTransient } from './api/request.ts';
import { loadSession, session } from './api/session.ts';
import { Header } from './components/header.tsx';
import { lazy } from './components/lazy.tsx';
import { ErrorNotice } from './components/notice.tsx';
import { Empty, Loading, PageHeading } from './components/page.tsx';
import { SessionWatch } from './components/session-watch.tsx';
import { href, match, navigate, path } from './navigation.ts';
import { NewSubmissionPage } from './pages/new-submission/new-submission-page.tsx';
import type * as ProfilePages from './pages/profiles/index.ts';
import { SettingsPage } from './pages/settings/settings-page.tsx';
import { SignInPage, SignedOutPage } from './pages/sign-in.tsx';
import { SubmissionPage } from './pages/submission/submission-page.tsx';
import { SubmissionsPage } from './pages/submissions/submissions-page.tsx';
import { isEnvironment, type Scope } from './scope.ts';

const ReviewPage = lazy('the review', async () => {
  const { ReviewPage } = await import('./pages/review/review-page.tsx');
  return ReviewPage;
});

const ComparePage = lazy('the comparison', async () => {
  const { ComparePage } = await import('./pages/compare/compare-page.tsx');
  return ComparePage;
});

const profilePage = <Props extends object>(choose: (pages: typeof ProfilePages) => ComponentType<Props>) =>
  lazy('the profiles', async () => choose(await import('./pages/profiles/index.ts')));
const ProfilesPage = profilePage((pages) => pages.ProfilesPage);
const ProfilePage = profilePage((pages) => pages.ProfilePage);
const EditProfilePage = profilePage((pages) => pages.EditProfilePage);
const NewProfilePage = profilePage((pages) => pages.NewProfilePage);
const DifferencesPage = profilePage((pages) => pages.DifferencesPage);

const retryMs = 3_000;

type PageOf = (scope: Scope, params: Record<string, string>) => ComponentChildren;

const pages: readonly (readonly [pattern: string, page: PageOf])[] = [
  ['/{workspaceId}/{environment}/submissions', (scope) => <SubmissionsPage scope={scope} />],
  ['/{workspaceId}/{environment}/submissions/new', (scope) => <NewSubmissionPage scope={scope} />],
  [
    '/{workspaceId}/{environment}/submissions/{submissionId}',
    (scope, { submissionId }) => (
      <SubmissionPage key={submissionId!} scope={scope} submissionId={submissionId!} />
    ),
  ],
  [
    '/{workspaceId}/{environment}/submissions/{submissionId}/assets/{assetId}',
    (scope, { submissionId, assetId }) => (
      <ReviewPage scope={scope} submissionId={submissionId!} assetId={assetId!} />
    ),
  ],
  [
    '/{workspaceId}/{environment}/submissions/{submissionId}/assets/{assetId}/compare',
    (scope, { submissionId, assetId }) => (
      <ComparePage scope={scope} submissionId={submissionId!} assetId={assetId!} />
    ),
  ],
  ['/{workspaceId}/{environment}/profiles', (scope) => <ProfilesPage scope={scope} />],
  ['/{workspaceId}/{environment}/profiles/new', (scope) => <NewProfilePage scope={scope} />],
  [
    '/{workspaceId}/{environment}/profiles/{profileId}',
    (scope, { profileId }) => <ProfilePage scope={scope} profileId={profileId!} />,
  ],
  [
    '/{workspaceId}/{environment}/profiles/{profileId}/edit',
    (scope, { profileId }) => <EditProfilePage scope={scope} profileId={profileId!} />,
  ],
  [
    '/{workspaceId}/{environment}/profiles/{profileId}/differences',
    (scope, { profileId }) => <DifferencesPage scope={scope} profileId={profileId!} />,
  ],
  [
    '/{workspaceId}/{environment}/settings/{tab}',
    (scope, { tab }) => <SettingsPage scope={scope} tab={tab!} />,
  ],
];

export function App() {
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      {path.value === '/sign-in' ? <SignInPage /> : <SignedIn />}
      <Announcer />
    </>
  );
}

/** Reads the session, and then shows the page of the URL. */
function SignedIn() {
  const error = useSignal<Error | null>(null);
  useEffect(() => {
    let timer = 0;
    const load = async () => {
      try {
        await loadSession();
        error.value = null;
      } catch (caught) {
        error.value = caught as Error;
        if (isTransient(caught)) timer = setTimeout(() => void load(), retryMs);
      }
    };
    if (!session.value) void load();
    return () => clearTimeout(timer);
  }, []);
  if (session.value === null) return <SignedOutPage />;
  if (session.value === undefined) {
    return (
      <main id="main" class="main">
        {error.value === null ? (
          <Loading what="the console" />
        ) : (
          <ErrorNotice error={error.value} what="The console could not be loaded." isRetried />
        )}
      </main>
    );
  }
  return <Workspace />;
}

function Workspace() {
  const { memberships } = session.value!;
  const first = memberships[0];
  const isRoot = path.value === '/';
  useEffect(() => {
    if (isRoot && first !== undefined)
      navigate(href(`/${first.workspaceId}/live/submissions`), { replace: true });
  }, [isRoot]);
  const page = isRoot ? null : findPage();
  return (
    <>
      <Header scope={page?.scope ?? null} />
      <main id="main" class="main" tabIndex={-1}>
        <Boundary key={path.value}>
          {page?.shown ?? (isRoot && first !== undefined ? <Loading what="the console" /> : <NotFound />)}
        </Boundary>
      </main>
      <SessionWatch />
    </>
  );
}

/** Shows an error that a page throws while it is rendered. Without this component, the page would be empty. */
function Boundary({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary() as [Error | undefined, () => void];
  return error === undefined ? <>{children}</> : <ErrorNotice error={error} what="The page failed." />;
}

function findPage(): { scope: Scope; shown: ComponentChildren } | null {
  for (const [pattern, page] of pages) {
    const params = match(pattern, path.value);
    if (params === null) continue;
    const { workspaceId, environment, ...rest } = params;
    const membership = session.value!.memberships.find((each) => each.workspaceId === workspaceId);
    if (membership === undefined || !isEnvironment(environment!)) return null;
    const scope = { workspaceId: membership.workspaceId, environment };
    return { scope, shown: page(scope, rest) };
  }
  return null;
}

function NotFound() {
  const hasWorkspace = session.value!.memberships.length > 0;
  return (
    <>
      <PageHeading title={hasWorkspace ? 'Page not found' : 'No workspace'} />
      <Empty title={hasWorkspace ? 'Nothing is at this address.' : 'You are not a member of any workspace.'}>
        {hasWorkspace ? (
          <>
            <p>The page does not exist, or it belongs to a workspace of which you are not a member.</p>
            <p>
              <a href={href('/')}>Go to your submissions</a>
            </p>
          </>
        ) : (
          <p>Ask an admin of a workspace to invite you.</p>
        )}
      </Empty>
    </>
  );
}
