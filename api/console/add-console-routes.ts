import type { FastifyInstance } from 'fastify';
import { recordSessionUse } from '@assay/storage/accounts/sessions.ts';
import { addOperation } from '../add-operation.ts';
import type { ApiDeps } from '../deps.ts';
import type { LoadShedder } from '../load-shedding.ts';
import { createUseRecorder } from '../record-use.ts';
import { admitCookie, admitMember, admitSession, admitVisitor, type UsedSession } from './admit-member.ts';
import { workspaceRoutes } from './route-table.ts';
import { cookieRoutes, sessionRoutes, visitorRoutes } from './session-routes.ts';
import type { ConsoleSignIn } from './settings.ts';

/** Adds the routes below `/console/api`, which people use with the cookie of a session and never with an API key. */
export function addConsoleRoutes(
  app: FastifyInstance,
  deps: ApiDeps,
  { settings, limiter }: ConsoleSignIn,
  loadShedder: LoadShedder,
): void {
  const recordUse = createUseRecorder(
    'session',
    ({ tokenHash }: UsedSession) => recordSessionUse(deps.database, tokenHash),
    deps.log,
  );
  const consoleDeps = { deps, settings, limiter, loadShedder, recordUse };
  for (const route of visitorRoutes) addOperation(app, route, deps, admitVisitor(consoleDeps));
  for (const route of cookieRoutes) addOperation(app, route, deps, admitCookie(consoleDeps));
  for (const route of sessionRoutes) addOperation(app, route, deps, admitSession(consoleDeps));
  for (const route of workspaceRoutes) addOperation(app, route, deps, admitMember(route, consoleDeps));
}
