import { hasRole } from '../../api/session.ts';
import { Empty, PageHeading } from '../../components/page.tsx';
import { pageHref, type Scope } from '../../scope.ts';
import { LiveForm } from './live-form.tsx';
import { SandboxForm } from './sandbox-form.tsx';

export function NewSubmissionPage({ scope }: { scope: Scope }) {
  const isSandbox = scope.environment === 'sandbox';
  return (
    <>
      <a class="back" href={pageHref(scope, '/submissions')}>
        Submissions
      </a>
      <PageHeading title={isSandbox ? 'Simulate a submission' : 'New submission'} />
      {hasRole(scope.workspaceId, 'member') ? (
        isSandbox ? (
          <SandboxForm key={scope.workspaceId} scope={scope} />
        ) : (
          <LiveForm key={scope.workspaceId} scope={scope} />
        )
      ) : (
        <Empty title="You can read submissions, but not create them.">
          <p>Ask an admin of the workspace for the role “member”.</p>
        </Empty>
      )}
    </>
  );
}
