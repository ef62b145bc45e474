import type { Route } from '../route.ts';
import { routes } from '../route-table.ts';
import { createKeyRoute, listKeysRoute, revokeKeyRoute } from './routes/api-keys.ts';
import { listEntriesRoute } from './routes/audit.ts';
import { readDefaultProfileRoute, setDefaultProfileRoute } from './routes/default-profile.ts';
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

const defaultProfile = `${workspace}/default-profile`;

/** Routes that exist only for the console, each with its rate-limit bucket and role. */
const ownRoutes: readonly WorkspaceRoute[] = (
  [
    ['GET', keys, 'submission_read', 'admin', listKeysRoute],
    ['POST', keys, 'submission_write', 'admin', createKeyRoute],
    ['DELETE', `${keys}/{keyId}`, 'submission_write', 'admin', revokeKeyRoute],
    ['GET', members, 'submission_read', 'admin', listMembersRoute],
    ['POST', members, 'submission_write', 'admin', inviteMemberRoute],
    ['PATCH', `${members}/{memberId}`, 'submission_write', 'admin', setRoleRoute],
    ['DELETE', `${members}/{memberId}`, 'submission_write', 'admin', removeMemberRoute],
    ['GET', `${workspace}/audit`, 'submission_read', 'admin', listEntriesRoute],
    ['GET', defaultProfile, 'submission_read', 'viewer', readDefaultProfileRoute],
    ['PUT', defaultProfile, 'submission_write', 'admin', setDefaultProfileRoute],
  ] as const
).map(([method, path, bucket, role, operation]) => ({
  method,
  path,
  bucket,
  role,
  operation,
  sandboxOnly: false,
}));

export const workspaceRoutes: readonly WorkspaceRoute[] = [...publicRoutes, ...ownRoutes];

export const consoleRoutes: readonly Pick<Route, 'method' | 'path'>[] = [
  ...visitorRoutes,
  ...cookieRoutes,
  ...sessionRoutes,
  ...workspaceRoutes,
];
