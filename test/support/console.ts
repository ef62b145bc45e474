import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { inviteMember } from '@assay/storage/accounts/invite.ts';
import type { Role } from '@assay/domain/role.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { type Answer, caller, type Caller } from './api.ts';

/** The console of an API: the URL to which tests send requests, and the public URL that browsers use. */
export interface TestConsole {
  apiUrl: string;
  publicUrl: string;
}

export function stackConsole(): TestConsole {
  const { apiUrl } = inject('stack');
  return { apiUrl, publicUrl: apiUrl.replace('127.0.0.1', 'localhost') };
}

/** Headers that a browser sends with a request of the console's own page. */
export const ownPage = ({ publicUrl }: TestConsole) => ({
  origin: new URL(publicUrl).origin,
  'sec-fetch-site': 'same-origin',
});

/** Returns a function that sends requests as a page of the console does, with the given cookie. */
export function pageCaller(site: TestConsole, cookie: string | null): Caller {
  const call = caller(null, site.apiUrl);
  const headers = { ...ownPage(site), ...(cookie === null ? {} : { cookie }) };
  return (method, path, body, more = {}) => call(method, path, body, { ...headers, ...more });
}

export interface Person {
  memberId: string;
  cookie: string;
  call: Caller;
}

export const tokenOf = (url: string) => url.split('#')[1]!;

/** Returns the cookie that a response sets, without its attributes. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers.getSetCookie()[0]!.split(';')[0]!;
}

export async function signIn(site: TestConsole, token: string): Promise<string> {
  const answer = await pageCaller(site, null)('POST', '/console/api/sign-in', { token });
  if (answer.status !== 204) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
  return cookieOf(answer);
}

/** Invites a person to a workspace and signs in as this person. */
export async function newPerson(
  database: Database,
  site: TestConsole,
  workspaceId: string,
  role: Role,
  name = `Ada ${randomUUID()}`,
): Promise<Person> {
  const { memberId, url } = await inviteMember(database, site.publicUrl, { name, workspaceId, role }, null);
  const cookie = await signIn(site, tokenOf(url));
  return { memberId, cookie, call: pageCaller(site, cookie) };
}
