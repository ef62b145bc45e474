import { v7 as uuidV7 } from 'uuid';
import type { Actor } from '@assay/domain/actor.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import { insertLink, insertMember, type NewMember } from './members.ts';
import { newToken } from './token.ts';
import { lockWorkspace } from './workspaces.ts';

const invitationMinutes = 7 * 24 * 60;
const linkMinutes = 15;

/** A new sign-in link. It is shown only once, because only the hash of its token is stored. */
export interface SignInLink {
  memberId: string;
  url: string;
  expiresAt: Date;
}

/**
 * Returns the URL of a sign-in link. The token is in the fragment, which browsers do not send to servers.
 * @param publicUrl URL at which people reach the API
 * @param next path of the page to open after the sign-in, below `/console`; null for the list of submissions
 */
function signInUrl(publicUrl: string, token: string, next: string | null = null): string {
  const query = next === null ? '' : `?${new URLSearchParams({ next }).toString()}`;
  return `${publicUrl}/console/sign-in${query}#${token}`;
}

/** Creates a member of a workspace, and a sign-in link that expires after seven days. The number is not limited. */
export async function inviteMember(
  db: Queryable,
  publicUrl: string,
  member: Omit<NewMember, 'id'>,
  actor: Actor | null,
): Promise<SignInLink> {
  return (await invite(db, publicUrl, member, actor, null))!;
}

/** Creates a member as `inviteMember` does. Returns null if the workspace already has `maxMembers` members. */
export async function inviteWithinLimit(
  database: Database,
  publicUrl: string,
  member: Omit<NewMember, 'id'>,
  actor: Actor,
  maxMembers: number,
): Promise<SignInLink | null> {
  return inTransaction(database, async (tx) => {
    await lockWorkspace(tx, member.workspaceId);
    return invite(tx, publicUrl, member, actor, maxMembers);
  });
}

async function invite(
  db: Queryable,
  publicUrl: string,
  member: Omit<NewMember, 'id'>,
  actor: Actor | null,
  maxMembers: number | null,
): Promise<SignInLink | null> {
  const [memberId, token] = [uuidV7(), newToken()];
  const link = { tokenHash: token.hash, minutes: invitationMinutes };
  const expiresAt = await insertMember(db, { id: memberId, ...member }, link, actor, maxMembers);
  return expiresAt === null ? null : { memberId, url: signInUrl(publicUrl, token.text), expiresAt };
}

/**
 * Creates a new sign-in link for an existing member. The link expires after 15 minutes. Returns null if the member
 * belongs to no workspace.
 * @param next path of the page to open after the sign-in, below `/console`; null for the list of submissions
 */
export async function linkMember(
  db: Database,
  publicUrl: string,
  memberId: string,
  actor: Actor | null,
  next: string | null = null,
): Promise<SignInLink | null> {
  const token = newToken();
  const link = { tokenHash: token.hash, minutes: linkMinutes };
  const expiresAt = await insertLink(db, memberId, link, actor);
  return expiresAt === null ? null : { memberId, url: signInUrl(publicUrl, token.text, next), expiresAt };
}
