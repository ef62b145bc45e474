import { shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import type { Role } from '@assay/domain/role.ts';
import type { Tenant } from '../../../test/support/api.ts';
import { submitSandbox, untilDone, uploadFile } from '../../../test/support/api.ts';
import { submitLive, uploadPdf } from '../../../test/support/live.ts';

/** A text with claims that the sidekick for advertisements reports. */
export const advertisement =
  'Our cream is clinically proven. It cures eczema in 100% of all cases, guaranteed! The best cream in the world. ' +
  'Buy it now: free of charge, and better than any other cream. Our packaging is carbon neutral.\n';

/** Pages of a workspace, each with what it shows once it is complete. */
export interface PageToCheck {
  title: string;
  path: string;
  /** Text that appears when the page is complete. */
  shows: string;
  role?: Role;
}

/** Submits files with issues and failures, so that each page of the workspace has content. Returns the pages. */
export async function fillWorkspace(tenant: Tenant): Promise<PageToCheck[]> {
  const paths = await Promise.all([
    uploadFile(tenant.live, 'advertisement.txt', 'text/plain', Buffer.from(advertisement)),
    uploadPdf(tenant, { filename: 'contract.pdf', pages: 3, script: "app.alert('Opened');" }),
  ]);
  const live = await submitLive(tenant, paths);
  const failed = await submitSandbox(tenant, ['retryable_error', 'fail']);
  await submitSandbox(tenant, ['pending']);
  const copy = { name: 'Channel 7', code: 'channel-7', basedOn: shippedProfiles[0]!.id };
  const profile = (await tenant.live('POST', '/api/integrations/profiles', copy)).body;
  const { id: profileId, builtIn: _, ...content } = profile;
  await tenant.live('PUT', `/api/integrations/profiles/${profileId}`, { ...content, failsAt: 'minor' });
  await untilDone(tenant.live, live.body.submissionId as string);
  await untilDone(tenant.sandbox, failed.body.submissionId as string);
  const at = (environment: string, page: string) => `/${tenant.workspaceId}/${environment}${page}`;
  return [
    { title: 'list', path: at('live', '/submissions'), shows: 'advertisement.txt' },
    {
      title: 'list of the sandbox',
      path: at('sandbox', '/submissions'),
      shows: '__sandbox_retryable_error__',
    },
    {
      title: 'empty list',
      path: at('live', '/submissions?search=nothing&ruleCode=a.b'),
      shows: 'No submission matches.',
    },
    {
      title: 'submission',
      path: at('live', `/submissions/${String(live.body.submissionId)}`),
      shows: 'Created with 2 assets',
    },
    {
      title: 'failed submission',
      path: at('sandbox', `/submissions/${String(failed.body.submissionId)}`),
      shows: 'This failure is simulated. Retry it',
    },
    { title: 'new submission', path: at('live', '/submissions/new'), shows: 'Drop files here' },
    { title: 'simulated submission', path: at('sandbox', '/submissions/new'), shows: 'Simulated files' },
    { title: 'profiles', path: at('live', '/profiles'), shows: 'broadcast-eu' },
    { title: 'profile', path: at('live', `/profiles/${profileId}`), shows: 'Changed by this profile only' },
    { title: 'edited profile', path: at('live', `/profiles/${profileId}/edit`), shows: 'Save version 3' },
    { title: 'differences', path: at('live', `/profiles/${profileId}/differences`), shows: 'Fails at' },
    { title: 'API keys', path: at('live', '/settings/api-keys'), shows: 'sk_test_' },
    { title: 'members', path: at('live', '/settings/members'), shows: 'Member since' },
    { title: 'audit log', path: at('live', '/settings/audit-log'), shows: 'session.create' },
    {
      title: 'settings of a viewer',
      path: at('live', '/settings/members'),
      shows: 'Only admins',
      role: 'viewer',
    },
    { title: 'unknown page', path: at('live', '/nothing'), shows: 'Nothing is at this address.' },
  ];
}
