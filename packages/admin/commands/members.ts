import { type Command, Option } from 'commander';
import { inviteMember, linkMember } from '@assay/storage/accounts/invite.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { type Role, roles } from '@assay/domain/role.ts';
import type { Queryable } from '@assay/storage/database/database.ts';
import {
  addToWorkspace,
  type KeyOfMember,
  listKeysOf,
  listMembers,
  type Member,
  removeMember,
  setRole,
} from '@assay/storage/accounts/members.ts';
import { readMemberData } from '@assay/storage/accounts/member-data.ts';
import { readWorkspace } from '@assay/storage/accounts/workspaces.ts';
import { currentOperator } from '../operator.ts';
import { printableName } from '../printable-name.ts';
import { requireWorkspace, type Run, UsageError } from '../run.ts';

const roleOption = () =>
  new Option('--role <role>', 'the rights in the workspace').choices(roles).makeOptionMandatory();

export function addMemberCommands(program: Command, run: Run): void {
  const members = program.command('members').description('manage the people who use the console');

  members
    .command('invite')
    .description('create a member and a sign-in link for seven days, which is shown only once')
    .requiredOption('--workspace <id>', 'the workspace')
    .addOption(roleOption())
    .requiredOption('--name <name>', 'the name of the person', printableName)
    .action(({ workspace, role, name }: { workspace: string; role: Role; name: string }) =>
      run(async (db, _temporal, _secretCipher, _blobs, publicUrl) => {
        await requireOpenWorkspace(db, workspace);
        const member = { name, workspaceId: workspace, role };
        return { ...(await inviteMember(db, await publicUrl(), member, currentOperator())) };
      }),
    );

  members
    .command('link')
    .description('create another sign-in link for a member, for 15 minutes')
    .argument('<member>', 'the id of the member')
    .action((id: string) =>
      run(async (db, _temporal, _secretCipher, _blobs, publicUrl) => {
        await requireMember(db, id);
        return { ...(await linkMember(db, await publicUrl(), id, currentOperator()))! };
      }),
    );

  members
    .command('list')
    .description('list the members with their roles')
    .option('--workspace <id>', 'only the members of this workspace')
    .action(({ workspace }: { workspace?: string }) =>
      run(async (db) => {
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        return (await listMembers(db, { workspaceId: workspace ?? null })).map((member) => ({ ...member }));
      }),
    );

  members
    .command('export')
    .description(
      'print all that is stored about a member, also after the removal; with --json as one document',
    )
    .argument('<member>', 'the id of the member')
    .action((id: string) =>
      run(async (db) => {
        const data = isUuid(id) ? await readMemberData(db, id) : null;
        if (data === null) throw new UsageError(`there is no member ${id}`);
        return data;
      }),
    );

  members
    .command('set-role')
    .description(
      'change the role of a member in a workspace, or add the member to the workspace; an admin who gets another role loses the API keys that the person created',
    )
    .argument('<member>', 'the id of the member')
    .requiredOption('--workspace <id>', 'the workspace')
    .addOption(roleOption())
    .addOption(keepKeyOption())
    .addOption(dryRunOption())
    .action((memberId: string, options: SetRoleOptions) =>
      run(async (db) => {
        const { workspace: workspaceId, role, keepKey, dryRun = false } = options;
        await requireOpenWorkspace(db, workspaceId);
        const [membership] = isUuid(memberId) ? await listMembers(db, { memberId, workspaceId }) : [];
        const losesKeys = membership?.role === 'admin' && role !== 'admin';
        const keys = losesKeys ? await listKeysOf(db, { memberId, workspaceId }) : [];
        const kept = keptKeys(keys, keepKey);
        if (dryRun) {
          if (membership === undefined) await requireMember(db, memberId);
          return { memberId, workspaceId, role: membership?.role ?? null, keys: withOutcome(keys, kept) };
        }
        const known =
          isUuid(memberId) && (await addToWorkspace(db, { memberId, workspaceId }, role, currentOperator()));
        if (!known) throw new UsageError(`there is no member ${memberId}`);
        const key = { memberId, workspaceId, keepAdmin: false };
        const result = await setRole(db, key, role, currentOperator(), kept);
        return { memberId, workspaceId, role, keys: typeof result === 'string' ? [] : result };
      }),
    );

  members
    .command('remove')
    .description(
      'remove a member from all workspaces, end the sessions and revoke the API keys that the member created, at once; the name is kept',
    )
    .argument('<member>', 'the id of the member')
    .option('--workspace <id>', 'only from this workspace')
    .addOption(keepKeyOption())
    .addOption(dryRunOption())
    .action((memberId: string, { workspace, keepKey, dryRun = false }: RemoveOptions) =>
      run(async (db) => {
        const memberships = (await requireMember(db, memberId)).filter(
          ({ workspaceId }) => workspace === undefined || workspaceId === workspace,
        );
        if (memberships.length === 0)
          throw new UsageError(`member ${memberId} does not belong to workspace ${workspace}`);
        const keys = [];
        for (const { workspaceId } of memberships)
          for (const key of await listKeysOf(db, { memberId, workspaceId }))
            keys.push({ workspaceId, ...key });
        const kept = keptKeys(keys, keepKey);
        const removed = [];
        for (const { workspaceId } of memberships) {
          const key = { memberId, workspaceId, keepAdmin: false };
          const own = keys.filter((one) => one.workspaceId === workspaceId);
          const result = dryRun
            ? withOutcome(
                own.map(({ workspaceId: _, ...one }) => one),
                kept,
              )
            : await removeMember(db, key, currentOperator(), kept);
          // Another operator may have removed the member meanwhile.
          if (typeof result !== 'string')
            removed.push({ memberId, workspaceId, removed: !dryRun, keys: result });
        }
        return removed;
      }),
    );
}

interface RemoveOptions {
  workspace?: string;
  keepKey: string[];
  dryRun?: boolean;
}

interface SetRoleOptions extends Omit<RemoveOptions, 'workspace'> {
  workspace: string;
  role: Role;
}

const keepKeyOption = () =>
  new Option('--keep-key <key>', 'id or name of an API key of the member that is not revoked; repeatable')
    .argParser(append)
    .default([]);
const dryRunOption = () => new Option('--dry-run', 'list the API keys, without changing anything');

const append = (text: string, previous: string[]): string[] => [...previous, text];

/** Returns the ids of the keys to keep. Throws `UsageError` if a name or id selects no key or several keys. */
function keptKeys(
  keys: readonly { keyId: string; name: string | null }[],
  chosen: readonly string[],
): string[] {
  return chosen.map((text) => {
    const matching = keys.filter(({ keyId, name }) => keyId === text.toLowerCase() || name === text);
    if (matching.length === 1) return matching[0]!.keyId;
    if (matching.length === 0)
      throw new UsageError(`the member has no usable key "${text}": see "--dry-run"`);
    throw new UsageError(
      `several keys have the name "${text}": give one of ${matching.map(({ keyId }) => keyId).join(', ')}`,
    );
  });
}

/** Returns the keys with the outcome that a change without `--dry-run` would have. */
const withOutcome = (keys: readonly Omit<KeyOfMember, 'outcome'>[], kept: readonly string[]): KeyOfMember[] =>
  keys.map((key) => ({ ...key, outcome: kept.includes(key.keyId) ? 'kept' : 'revoked' }));

async function requireMember(db: Queryable, id: string): Promise<Member[]> {
  const memberships = isUuid(id) ? await listMembers(db, { memberId: id }) : [];
  if (memberships.length === 0) throw new UsageError(`there is no member ${id}, or it was removed`);
  return memberships;
}

/** Throws `UsageError` if the workspace does not exist or is removed. */
async function requireOpenWorkspace(db: Queryable, id: string): Promise<void> {
  await requireWorkspace(db, id);
  if ((await readWorkspace(db, id))!.removedAt !== null) throw new UsageError(`workspace ${id} is removed`);
}
