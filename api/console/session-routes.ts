import { z } from 'zod';
import { hashToken, newToken } from '@assay/storage/accounts/token.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { endSessions, recordSessionUse } from '@assay/storage/accounts/sessions.ts';
import { previewLink, recordRejectedSignIn, signInWithLink } from '@assay/storage/accounts/sign-in-links.ts';
import type { ApiReply, RequestContext } from '../route.ts';
import type { AdmittedCookie, AdmittedSession, AdmittedVisitor } from './admit-member.ts';

const maxTokenCharacters = 200;
/** Anybody can send these requests, so their bodies are small. At the minimum rate (`readBody`), one takes 3 s. */
const maxBodyBytes = 1_024;
const signInRequest = z.strictObject({ token: z.string().max(maxTokenCharacters) });

/** A route below `/console/api` without a workspace. */
interface SessionRoute<Request> {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  operation: {
    body?: z.ZodType;
    maxBodyBytes?: number;
    handle: (request: Request & RequestContext & { body: unknown }) => Promise<ApiReply>;
  };
}

type SignInAttempt = AdmittedVisitor & RequestContext & { body: unknown };

/**
 * Runs an attempt to use a sign-in link, within the limit of failed sign-ins. Records a failure of a known link in the
 * audit log. Throws the same 401 for every link that does not work.
 * @param attempt returns null if the link does not work
 */
async function useLink<T>(
  { limiter, address, body, deps }: SignInAttempt,
  attempt: (linkHash: Buffer) => Promise<T | null>,
): Promise<T> {
  const linkHash = hashToken((body as z.infer<typeof signInRequest>).token);
  const result = await limiter.attempt(address, async () => {
    const used = linkHash === null ? null : await attempt(linkHash);
    if (used === null && linkHash !== null) await recordRejectedSignIn(deps.database, linkHash, address);
    return used;
  });
  if (result === null) throw new ApiError('invalid_sign_in_link');
  return result;
}

/**
 * Returns a handler that ends the current session (`this`) or all sessions of its member (`all`). The handler also ends
 * sessions while the member's workspaces are suspended. Otherwise these sessions would work again after the suspension.
 */
const endThese =
  (which: 'this' | 'all'): SessionRoute<AdmittedCookie>['operation']['handle'] =>
  async ({ deps, tokenHash, address, setCookie }) => {
    if (!(await endSessions(deps.database, tokenHash, which, address))) throw new ApiError('not_signed_in');
    setCookie(null);
    return { status: 204, empty: true };
  };

/** The routes for signing in. */
export const visitorRoutes: readonly SessionRoute<AdmittedVisitor>[] = [
  {
    method: 'POST',
    path: '/console/api/sign-in/preview',
    operation: {
      body: signInRequest,
      maxBodyBytes,
      async handle(request) {
        await request.limiter.countPreview(request.address);
        const preview = await useLink(request, (linkHash) => previewLink(request.deps.database, linkHash));
        return { status: 200, body: preview };
      },
    },
  },
  {
    method: 'POST',
    path: '/console/api/sign-in',
    operation: {
      body: signInRequest,
      maxBodyBytes,
      async handle(request) {
        const { deps, tokenHash: previousHash, address, setCookie } = request;
        const token = newToken();
        await useLink(request, async (linkHash) => {
          const signIn = { linkHash, sessionHash: token.hash, previousHash, address };
          return (await signInWithLink(deps.database, signIn)) || null;
        });
        setCookie(token);
        return { status: 204, empty: true };
      },
    },
  },
];

/** The routes for signing out. They also work if the session may not be used at the moment. */
export const cookieRoutes: readonly SessionRoute<AdmittedCookie>[] = [
  { method: 'DELETE', path: '/console/api/session', operation: { maxBodyBytes, handle: endThese('this') } },
  { method: 'DELETE', path: '/console/api/sessions', operation: { maxBodyBytes, handle: endThese('all') } },
];

export const sessionRoutes: readonly SessionRoute<AdmittedSession>[] = [
  {
    method: 'GET',
    path: '/console/api/session',
    operation: {
      async handle({ deps, tokenHash, session, memberships, isBackground, limiter }) {
        const { memberId: id, memberName: name, expiresAt } = session;
        await limiter.countSessionRead(id);
        const keepsTime = isBackground || session.useIsRecorded;
        const usedUntil = keepsTime ? null : await recordSessionUse(deps.database, tokenHash);
        const idleExpiresAt = usedUntil ?? session.idleExpiresAt;
        const via = session.viaOperator ? 'operator' : null;
        const { operatorSignedInAt } = session;
        const body = { member: { id, name }, memberships, via, operatorSignedInAt, expiresAt, idleExpiresAt };
        return { status: 200, body };
      },
    },
  },
];
