import { useSignal } from '@preact/signals';
import { type Role, roles } from '@assay/domain/role.ts';
import { request } from '../../api/request.ts';
import type { SignInLink } from '../../api/shapes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NameField, Select } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { CopyButton, Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { formatTime } from '../../format.ts';

const roleOptions = roles.map((role) => [role, role] as const);

/** Invites a person, which creates a sign-in link. */
export function InviteDialog({
  path,
  onInvite,
  onClose,
}: {
  path: string;
  onInvite: (link: SignInLink & { name: string }) => void;
  onClose: () => void;
}) {
  const name = useSignal('');
  const role = useSignal<Role>('member');
  const { run, error, isBusy } = useRun();
  const invite = async () => {
    const link = await request<SignInLink>('POST', path, { name: name.value, role: role.value });
    onInvite({ ...link, name: name.value });
  };
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void run(invite);
        }}
      >
        <NameField
          hint="The name appears in the audit log."
          value={name.value}
          onChange={(text) => (name.value = text)}
        />
        <Select
          label="Role"
          value={role.value}
          options={roleOptions}
          onChange={(value) => (role.value = value as Role)}
        />
        <ErrorNotice error={error} what="The person could not be invited." />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-primary" aria-disabled={isBusy}>
            {isBusy ? 'Inviting…' : 'Create the invitation'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shows a sign-in link once, because the service keeps only its hash. */
export function LinkDialog({ link, onClose }: { link: SignInLink & { name: string }; onClose: () => void }) {
  return (
    <Dialog title="Send the sign-in link">
      <p>
        Send this link to{' '}
        <strong>
          <Untrusted text={link.name} />
        </strong>{' '}
        over a channel that only this person reads. It works once, until {formatTime(link.expiresAt)}, and is
        displayed only now.
      </p>
      <p class="secret">
        <code>{link.url}</code>
        <CopyButton text={link.url} what="the sign-in link" />
      </p>
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
