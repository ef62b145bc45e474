import type { Route } from '../route.ts';
import { routes } from '../route-table.ts';
import { sessionRoutes, signInRoutes } from './session-routes.ts';

/**
 * The routes of the public API for members, below the path of a workspace and an environment. Operation, validation,
 * limits and errors are those of the public route.
 */
export const workspaceRoutes: readonly Route[] = routes.map((route) => ({
  ...route,
  path: `/console/api/{workspaceId}/{environment}${route.path}`,
}));

/** All routes below `/console/api`. */
export const consoleRoutes: readonly Pick<Route, 'method' | 'path'>[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...workspaceRoutes,
];
