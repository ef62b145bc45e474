import { useSignal } from '@preact/signals';
import { request } from '../../api/request.ts';
import type { KeyList, ListedKey, ListedMember } from '../../api/shapes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { Time, Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import type { Scope } from '../../scope.ts';

/**
 * Confirms a change that takes rights from a member. The API keys that the member created are revoked, except the
 * ticked ones.
 */
export function MemberKeysDialog({
  scope,
  member,
  title,
  consequence,
  action,
  onConfirm,
  onClose,
}: {
  scope: Scope;
  member: ListedMember;
  title: string;
  /** The end of the sentence that begins with the name of the member. */
  consequence: string;
  /** The text of the button that confirms the change. */
  action: string;
  onConfirm: (keptKeys: readonly string[]) => void;
  onClose: () => void;
}) {
  const path = `/${scope.workspaceId}/api-keys`;
  const { data, error } = useLive(
    path,
    (signal) => request<KeyList>('GET', path, undefined, signal),
    () => null,
  );
  const kept = useSignal<readonly string[]>([]);
  const keys = data?.items.filter((key) => key.createdBy?.id === member.memberId && isUsable(key));
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <strong>
          <Untrusted text={member.name} />
        </strong>{' '}
        {consequence}
      </p>
      <ErrorNotice error={error} what="The API keys of the person could not be loaded." />
      {keys === undefined && error === null && <Loading what="API keys" />}
      {keys?.length === 0 && <p>The person has created no API key that works.</p>}
      {keys !== undefined && keys.length > 0 && (
        <>
          <p>
            API keys that the person created are revoked, because the person may know them. Keep a key only if
            you are sure that the person has no copy.
          </p>
          <fieldset class="choices">
            <legend class="field-label">Keep these API keys</legend>
            {keys.map((key) => (
              <label key={key.id} class="choice">
                <input
                  type="checkbox"
                  checked={kept.value.includes(key.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    (kept.value = checked
                      ? [...kept.value, key.id]
                      : kept.value.filter((each) => each !== key.id))
                  }
                />
                <span>
                  {key.name === null ? 'Without a name' : <Untrusted text={key.name} />}{' '}
                  <code class="nowrap">
                    {key.prefix}…{key.lastFour}
                  </code>
                  <span class="muted">
                    ,{' '}
                    {key.lastUsedAt === null ? (
                      'never used'
                    ) : (
                      <>
                        last used <Time at={key.lastUsedAt} />
                      </>
                    )}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button button-danger"
          aria-disabled={keys === undefined}
          onClick={() => {
            if (keys === undefined) return;
            onConfirm(kept.value);
            onClose();
          }}
        >
          {keys === undefined || keys.length === kept.value.length
            ? action
            : `${action}, and revoke ${keys.length - kept.value.length === 1 ? '1 key' : `${keys.length - kept.value.length} keys`}`}
        </button>
      </div>
    </Dialog>
  );
}

function isUsable({ revokedAt, expiresAt }: ListedKey): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}
