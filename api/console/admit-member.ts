import type { FastifyReply, FastifyRequest } from 'fastify';
import { newToken, type Token } from '@assay/storage/accounts/token.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { permits, type Role } from '@assay/domain/role.ts';
import { readAs } from '@assay/storage/accounts/workspace-read.ts';
import { nilUuid } from '@assay/domain/upkeep.ts';
import {
  findSession,
  findWorkspaceSession,
  type Membership,
  renewSession,
  type Session,
} from '@assay/storage/accounts/sessions.ts';
import type { Admitted } from '../add-operation.ts';
import { type AdmittedCaller, countRequest, ownDeps, readRequestOf } from '../admit-key.ts';
import { clientAddress, networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import type { LoadShedder } from '../load-shedding.ts';
import { checkOrigin } from './check-origin.ts';
import { readSessionHash, sessionCookie } from './cookie.ts';
import type { WorkspaceRoute } from './workspace-route.ts';
import type { ConsoleSettings } from './settings.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

export interface ConsoleDeps {
  deps: ApiDeps;
  settings: ConsoleSettings;
  limiter: SignInLimiter;
  loadShedder: LoadShedder;
  /** Records the use of a session, at most every five minutes. */
  recordUse: (session: UsedSession) => void;
}

export interface UsedSession {
  /** Id of the member. */
  id: string;
  tokenHash: Buffer;
  useIsRecorded: boolean;
}

/** Header of requests that a page of the console sends without recent input by a person. */
const backgroundHeader = 'assay-background';

type Admit<T> = (request: FastifyRequest, reply: FastifyReply) => Promise<T>;

/** An admitted request that needs neither a session nor a workspace, for example a sign-in. */
export interface AdmittedVisitor extends Admitted {
  /**
   * Hash of the session token in the cookie. Null if the request has no session cookie, several, or a malformed one.
   * The session may have ended.
   */
  tokenHash: Buffer | null;
  address: string | null;
  limiter: SignInLimiter;
  /** Sets the session cookie in the response. Null makes the browser delete the cookie. */
  setCookie: (token: Token | null) => void;
}

/** Admits requests without a session. They get a slot when their body has arrived. */
export function admitVisitor({ settings, limiter, loadShedder }: ConsoleDeps): Admit<AdmittedVisitor> {
  return async (request, reply) => {
    startRequest(request, reply, settings);
    const address = clientAddress(request);
    const slot = loadShedder.admitVisitor(networkOf(address), reply.raw);
    request.slot = slot;
    const tokenHash = readSessionHash(request.raw, settings);
    return { slot, params: {}, tokenHash, address, limiter, setCookie: cookieSetter(reply, settings) };
  };
}

/** An admitted request with a session cookie. The session may have ended. */
export interface AdmittedCookie extends AdmittedVisitor {
  tokenHash: Buffer;
}

export function admitCookie({ settings, limiter, loadShedder }: ConsoleDeps): Admit<AdmittedCookie> {
  return async (request, reply) => {
    startRequest(request, reply, settings);
    const tokenHash = requireSessionHash(request, settings);
    const slot = loadShedder.admitSession(tokenHash, reply.raw);
    request.slot = slot;
    const address = clientAddress(request);
    return { slot, params: {}, tokenHash, address, limiter, setCookie: cookieSetter(reply, settings) };
  };
}

/** An admitted request of a signed-in person to a route without a workspace. */
export interface AdmittedSession extends AdmittedCookie {
  session: Session;
  memberships: Membership[];
  /** True if the page sent the request without recent input. Such a request does not extend the session. */
  isBackground: boolean;
}

export function admitSession(consoleDeps: ConsoleDeps): Admit<AdmittedSession> {
  const admit = admitCookie(consoleDeps);
  return async (request, reply) => {
    const admitted = await admit(request, reply);
    const { tokenHash, slot } = admitted;
    const found = await findSession(consoleDeps.deps.database, tokenHash);
    if (found === null) throw notSignedIn(consoleDeps.loadShedder, tokenHash);
    // A session can only be used while its member has a workspace (`mayEnter`).
    slot.identify(found.memberships[0]!.workspaceId);
    request.callerId = { memberId: found.session.memberId };
    const current = await renewIfNeeded(consoleDeps, found.session, tokenHash, reply);
    return { ...admitted, ...found, tokenHash: current, isBackground: isBackground(request) };
  };
}

/**
 * Returns a function that admits requests of members to a route of a workspace. The path contains `{workspaceId}` and
 * may contain `{environment}`, which is `live` by default.
 */
export function admitMember(route: WorkspaceRoute, consoleDeps: ConsoleDeps): Admit<AdmittedCaller> {
  const { operation } = route;
  const { deps, settings, loadShedder, recordUse } = consoleDeps;
  return async (request, reply) => {
    const {
      workspaceId,
      environment = 'live',
      ...params
    } = request.params as Record<string, string> & {
      workspaceId: string;
    };
    if (!isEnvironment(environment)) throw new ApiError('route_not_found');
    startRequest(request, reply, settings);
    const tokenHash = requireSessionHash(request, settings);
    // The load shedder remembers one workspace for each key, and a person can use several workspaces. Each key
    // therefore contains the id of the workspace.
    const shedderKey = Buffer.concat([tokenHash, Buffer.from(workspaceId)]);
    const slot = loadShedder.admit(shedderKey, reply.raw);
    request.slot = slot;
    const id = isUuid(workspaceId) ? workspaceId.toLowerCase() : nilUuid;
    const read = readRequestOf(operation, params);
    const isOverLimit = deps.limiter.isOverLimit(shedderKey, route.bucket);
    const authenticated = await findWorkspaceSession(
      deps.database,
      tokenHash,
      id,
      environment,
      isOverLimit ? null : read,
    );
    if (authenticated === null) throw notSignedIn(loadShedder, shedderKey);
    const { session, access, found } = authenticated;
    request.callerId = { memberId: session.memberId };
    const current = await renewIfNeeded(consoleDeps, session, tokenHash, reply);
    if (!isBackground(request))
      recordUse({ id: session.memberId, tokenHash: current, useIsRecorded: session.useIsRecorded });
    if (access === null) {
      loadShedder.forget(shedderKey);
      throw new ApiError('workspace_not_found');
    }
    const { caller } = access;
    slot.identify(caller.workspaceId);
    await countRequest(deps, slot, caller, route.bucket, shedderKey);
    checkRole(caller.role, route.role);
    if (route.sandboxOnly && environment === 'live') throw new ApiError('sandbox_only');
    operation.checkQuery?.(caller, request.query as Record<string, unknown>);
    const via = session.viaOperator ? ({ via: 'operator' } as const) : {};
    const address = clientAddress(request);
    const actor = { kind: 'member', name: session.memberId, ...via, role: route.role, address } as const;
    const confirm = async () => {
      const now = await findWorkspaceSession(deps.database, current, id, environment);
      if (now === null) throw notSignedIn(loadShedder, shedderKey);
      if (now.access === null) throw new ApiError('workspace_not_found');
      checkRole(now.access.caller.role, route.role);
      if (now.access.caller.suspended) throw new ApiError('workspace_suspended', { bucket: route.bucket });
    };
    const own = ownDeps(deps, caller.workspaceId);
    return {
      slot,
      params,
      caller,
      actor,
      found: isOverLimit && read !== null ? await readAs(own.database, caller, read) : found,
      deps: own,
      confirm,
    };
  };
}

/**
 * Returns whether the page of the console sent a request by itself, without input by a person in the last minutes. The
 * list of submissions, for example, is read every two seconds.
 */
function isBackground({ headers }: FastifyRequest): boolean {
  return headers[backgroundHeader] !== undefined;
}

function isEnvironment(text: string): text is Environment {
  return text === 'live' || text === 'sandbox';
}

/** Checks the origin of a request below `/console/api`, and forbids caches to send the response to another person. */
function startRequest(request: FastifyRequest, reply: FastifyReply, { origin }: ConsoleSettings): void {
  reply.header('vary', 'cookie');
  checkOrigin(request.raw, origin);
}

function cookieSetter(reply: FastifyReply, settings: ConsoleSettings): AdmittedVisitor['setCookie'] {
  return (token) => void reply.header('set-cookie', sessionCookie(token, settings));
}

function requireSessionHash({ raw }: FastifyRequest, settings: ConsoleSettings): Buffer {
  const tokenHash = readSessionHash(raw, settings);
  if (tokenHash === null) throw new ApiError('not_signed_in');
  return tokenHash;
}

function notSignedIn(loadShedder: LoadShedder, key: Buffer): ApiError {
  loadShedder.forget(key);
  return new ApiError('not_signed_in');
}

function checkRole(role: Role, required: Role): void {
  if (!permits(role, required)) throw new ApiError('missing_role', { values: { role, required } });
}

/** Replaces the token of a session if a role of its member has changed. Returns the hash of the current token. */
async function renewIfNeeded(
  { deps, settings }: ConsoleDeps,
  { mustRenew }: Session,
  tokenHash: Buffer,
  reply: FastifyReply,
): Promise<Buffer> {
  if (!mustRenew) return tokenHash;
  const token = newToken();
  // Of several concurrent requests, only one gets the new token. The others may still use the old one, which is valid
  // for another minute.
  if (!(await renewSession(deps.database, tokenHash, token.hash))) return tokenHash;
  cookieSetter(reply, settings)(token);
  return token.hash;
}
