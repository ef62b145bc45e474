import { useSignal } from '@preact/signals';
import { announce } from '../../announce.tsx';
import { request } from '../../api/request.ts';
import type { ListedKey } from '../../api/shapes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';

/** Revokes an API key once its last four characters are typed, because this cannot be undone. */
export function RevokeKeyDialog({
  path,
  apiKey,
  onRevoke,
  onClose,
}: {
  path: string;
  apiKey: ListedKey;
  onRevoke: () => void;
  onClose: () => void;
}) {
  const typed = useSignal('');
  const { run, error, isBusy } = useRun();
  const isRight = typed.value.trim() === apiKey.lastFour;
  const revoke = async () => {
    await request('DELETE', `${path}/${apiKey.id}`);
    announce('The API key is revoked');
    onRevoke();
    onClose();
  };
  return (
    <Dialog title="Revoke the API key?" onClose={onClose}>
      <p>
        Programs that use{' '}
        {apiKey.name === null ? (
          'this key'
        ) : (
          <strong>
            <Untrusted text={apiKey.name} />
          </strong>
        )}{' '}
        get a 401 at once. A revoked key cannot be used again.
      </p>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && !isBusy) void run(revoke);
        }}
      >
        <Field label={`To confirm, type the last four characters: ${apiKey.lastFour}`}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              autocomplete="off"
              spellcheck={false}
              maxLength={4}
              value={typed.value}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
          )}
        </Field>
        <ErrorNotice error={error} what="The key could not be revoked." />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-danger" aria-disabled={!isRight || isBusy}>
            {isBusy ? 'Revoking…' : 'Revoke the key'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
