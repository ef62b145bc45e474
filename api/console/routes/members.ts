import { inviteWithinLimit } from '@assay/storage/accounts/invite.ts';
import {
  inviteRequest,
  memberPath,
  removeMemberQuery,
  setRoleRequest,
} from '@assay/domain/contracts/console.ts';
import { wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { ApiError, type ErrorCode } from '@assay/domain/errors.ts';
import {
  type KeyOfMember,
  listMembers,
  type MembershipFault,
  removeMember,
  setRole,
} from '@assay/storage/accounts/members.ts';
import { consoleOperation } from '../workspace-route.ts';

export const listMembersRoute = consoleOperation({
  query: wholeListQuery,
  async handle(request) {
    const { caller, deps } = request;
    const members = await deps.readList(request, (db) => listMembers(db, caller));
    const items = members.map(({ id: memberId, workspaceId: _, ...member }) => ({ memberId, ...member }));
    return { status: 200, body: { items } };
  },
});

/** Maximum number of members of a workspace. Admins cannot invite more. */
const maxMembers = 200;

/**
 * Invites a new member. Only this response contains the sign-in link. An admin cannot get a link for an existing
 * member, because that link would also open the member's other workspaces.
 */
export const inviteMemberRoute = consoleOperation({
  body: inviteRequest,
  async handle({ caller, actor, body, deps }) {
    const member = { ...body, workspaceId: caller.workspaceId };
    const { publicUrl } = deps.signIn!.settings;
    const invited = await inviteWithinLimit(deps.database, publicUrl, member, actor, maxMembers);
    if (invited === null) throw new ApiError('too_many_members', { values: { max: maxMembers } });
    return { status: 201, body: invited };
  },
});

/** Changes a role. Also revokes the API keys of an admin who gets another role, except those that the request names. */
export const setRoleRoute = consoleOperation({
  params: memberPath,
  body: setRoleRequest,
  async handle({ caller, actor, params: { memberId }, body: { role, keepKeys = [] }, deps }) {
    const key = { memberId, workspaceId: caller.workspaceId, keepAdmin: true };
    throwFault(await setRole(deps.database, key, role, actor, keepKeys));
    return { status: 200, body: { memberId, role } };
  },
});

/** Removes a member, and revokes the API keys that the member created, except those that the request names. */
export const removeMemberRoute = consoleOperation({
  params: memberPath,
  query: removeMemberQuery,
  async handle({ caller, actor, params: { memberId }, query: { keepKeys = [] }, deps }) {
    const key = { memberId, workspaceId: caller.workspaceId, keepAdmin: true };
    throwFault(await removeMember(deps.database, key, actor, keepKeys));
    return { status: 204, empty: true };
  },
});

const errorOfFault = {
  'not a member': 'member_not_found',
  'last admin': 'last_admin',
} as const satisfies Record<MembershipFault, ErrorCode>;

function throwFault(outcome: MembershipFault | KeyOfMember[]): void {
  if (typeof outcome === 'string') throw new ApiError(errorOfFault[outcome]);
}
