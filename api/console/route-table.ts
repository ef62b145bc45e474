import type { Route } from '../route.ts';
import { routes } from '../route-table.ts';
import { createKeyRoute, listKeysRoute, revokeKeyRoute } from './routes/api-keys.ts';
import { listEntriesRoute } from './routes/audit.ts';
import { inviteMemberRoute, listMembersRoute, removeMemberRoute, setRoleRoute } from './routes/members.ts';
import { cookieRoutes, sessionRoutes, visitorRoutes } from './session-routes.ts';
import type { WorkspaceRoute } from './workspace-route.ts';

/**
 * The routes of the public API, for members with a session. Each path begins with the workspace and the environment.
 * The operation, validation, limits and errors are those of the public route.
 */
const publicRoutes: readonly WorkspaceRoute[] = routes.map((route) => ({
  ...route,
  path: `/console/api/{workspaceId}/{environment}${route.path}`,
}));

const workspace = '/console/api/{workspaceId}';
const keys = `${workspace}/api-keys`;
const members = `${workspace}/members`;

/** Routes that exist only for the console, each with its rate-limit bucket. All of them require the role `admin`. */
const adminRoutes: readonly WorkspaceRoute[] = (
  [
    ['GET', keys, 'submission_read', listKeysRoute],
    ['POST', keys, 'submission_write', createKeyRoute],
    ['DELETE', `${keys}/{keyId}`, 'submission_write', revokeKeyRoute],
    ['GET', members, 'submission_read', listMembersRoute],
    ['POST', members, 'submission_write', inviteMemberRoute],
    ['PATCH', `${members}/{memberId}`, 'submission_write', setRoleRoute],
    ['DELETE', `${members}/{memberId}`, 'submission_write', removeMemberRoute],
    ['GET', `${workspace}/audit`, 'submission_read', listEntriesRoute],
  ] as const
).map(([method, path, bucket, operation]) => ({
  method,
  path,
  bucket,
  operation,
  role: 'admin',
  sandboxOnly: false,
}));

export const workspaceRoutes: readonly WorkspaceRoute[] = [...publicRoutes, ...adminRoutes];

export const consoleRoutes: readonly Pick<Route, 'method' | 'path'>[] = [
  ...visitorRoutes,
  ...cookieRoutes,
  ...sessionRoutes,
  ...workspaceRoutes,
];
