import { useSignal } from '@preact/signals';
import { type Role, roles } from '@assay/domain/role.ts';
import { announce } from '../../announce.tsx';
import { request } from '../../api/request.ts';
import { loadSession, session } from '../../api/session.ts';
import type { ListedMember, SignInLink } from '../../api/shapes.ts';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Time, Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import type { Scope } from '../../scope.ts';
import { MemberKeysDialog } from './member-keys-dialog.tsx';
import { InviteDialog, LinkDialog } from './invite-dialog.tsx';

const columns = [
  { title: 'Name' },
  { title: 'Role' },
  { title: 'Member since' },
  { title: 'Last used' },
  { title: 'Actions' },
];

export function Members({ scope }: { scope: Scope }) {
  const path = `/${scope.workspaceId}/members`;
  const { data, error, refresh } = useLive(
    path,
    (signal) => request<{ items: ListedMember[] }>('GET', path, undefined, signal),
    () => null,
  );
  const items = data?.items ?? null;
  const isInviting = useSignal(false);
  const removed = useSignal<ListedMember | null>(null);
  const demoted = useSignal<{ member: ListedMember; role: Role } | null>(null);
  const link = useSignal<(SignInLink & { name: string }) | null>(null);
  const fault = useSignal<Error | null>(null);

  const change = async (work: () => Promise<unknown>, text: string) => {
    fault.value = null;
    try {
      await work();
      announce(text);
    } catch (caught) {
      fault.value = caught as Error;
    }
    refresh();
  };
  /** Changes a member. If it is the person who is signed in, reads the session again. */
  const changeMember = ({ memberId }: ListedMember, work: () => Promise<unknown>, text: string) =>
    change(async () => {
      await work();
      if (memberId === session.value?.member.id) await loadSession();
    }, text);
  const setRole = (member: ListedMember, role: Role, keepKeys: readonly string[] = []) =>
    changeMember(
      member,
      () => request('PATCH', `${path}/${member.memberId}`, { role, keepKeys }),
      `${member.name} has the role ${role}`,
    );
  const remove = (member: ListedMember, keptKeys: readonly string[]) =>
    changeMember(
      member,
      () =>
        request(
          'DELETE',
          `${path}/${member.memberId}${keptKeys.length === 0 ? '' : `?keepKeys=${keptKeys.join(',')}`}`,
        ),
      `${member.name} is removed`,
    );

  return (
    <section class="settings">
      <div class="section-heading">
        <p class="muted">
          Viewers read. Members also upload, submit and retry. Admins also manage API keys and members.
        </p>
        <button type="button" class="button button-primary" onClick={() => (isInviting.value = true)}>
          <Icon name="plus" />
          Invite a person
        </button>
      </div>
      <ErrorNotice error={error} what="The members could not be loaded." />
      <ErrorNotice error={fault.value} what="The member was not changed." />
      {items === null && error === null && <Loading what="members" />}
      {items !== null && (
        <Table caption="Members" columns={columns}>
          {items.map((member) => (
            <Row key={member.memberId}>
              <Cell title="Name" isHeading>
                <span class="file-name">
                  <Untrusted text={member.name} />
                </span>
                {member.memberId === session.value?.member.id && <span class="muted"> (you)</span>}
              </Cell>
              <Cell title="Role">
                <select
                  class="role"
                  aria-label={`Role of ${member.name}`}
                  value={member.role}
                  onChange={({ currentTarget }) => {
                    const role = currentTarget.value as Role;
                    if (member.role !== 'admin') return void setRole(member, role);
                    // The role stays until the dialog has confirmed the change.
                    currentTarget.value = member.role;
                    demoted.value = { member, role };
                  }}
                >
                  {roles.map((role) => (
                    <option key={role} value={role}>
                      {role}
                    </option>
                  ))}
                </select>
              </Cell>
              <Cell title="Member since">
                <Time at={member.createdAt} />
              </Cell>
              <Cell title="Last used">
                {member.lastUsedAt === null ? (
                  <span class="muted">never</span>
                ) : (
                  <Time at={member.lastUsedAt} />
                )}
              </Cell>
              <Cell title="Actions">
                <button
                  type="button"
                  class="button button-small button-danger"
                  onClick={() => (removed.value = member)}
                >
                  Remove<span class="visually-hidden"> {member.name}</span>
                </button>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {isInviting.value && (
        <InviteDialog
          path={path}
          onInvite={(invited) => {
            isInviting.value = false;
            link.value = invited;
            refresh();
          }}
          onClose={() => (isInviting.value = false)}
        />
      )}
      {link.value !== null && <LinkDialog link={link.value} onClose={() => (link.value = null)} />}
      {removed.value !== null && (
        <MemberKeysDialog
          scope={scope}
          member={removed.value}
          title="Remove the member?"
          consequence="loses access to this workspace at once."
          action="Remove"
          onConfirm={(kept) => void remove(removed.value!, kept)}
          onClose={() => (removed.value = null)}
        />
      )}
      {demoted.value !== null && (
        <MemberKeysDialog
          scope={scope}
          member={demoted.value.member}
          title="Change the role?"
          consequence={`becomes a ${demoted.value.role} of this workspace at once.`}
          action={`Change to ${demoted.value.role}`}
          onConfirm={(kept) => void setRole(demoted.value!.member, demoted.value!.role, kept)}
          onClose={() => (demoted.value = null)}
        />
      )}
    </section>
  );
}
