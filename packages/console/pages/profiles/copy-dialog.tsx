import { useSignal } from '@preact/signals';
import { announce } from '../../announce.tsx';
import { ApiFault } from '../../api/request.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field, NameField } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { navigate } from '../../navigation.ts';
import { pageHref, type Scope } from '../../scope.ts';
import { copyProfile } from './use-profile.ts';

const maxNameCharacters = 100;
const maxCodeCharacters = 60;

/** Returns the code of a profile for a name: lower-case words of letters and digits, joined by hyphens. */
export function codeOf(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxCodeCharacters)
    .replace(/-+$/, '');
}

/** Copies a profile under another name, and opens the copy for changes. */
export function CopyDialog({
  scope,
  profile,
  onClose,
}: {
  scope: Scope;
  profile: { id: string; name: string };
  onClose: () => void;
}) {
  const name = useSignal(`${profile.name} (copy)`.slice(0, maxNameCharacters));
  /** The code that a person typed. Null: the code follows the name. */
  const typed = useSignal<string | null>(null);
  const error = useSignal<Error | null>(null);
  const isBusy = useSignal(false);
  const code = typed.value ?? codeOf(name.value);
  const copy = async () => {
    isBusy.value = true;
    error.value = null;
    try {
      const { id } = await copyProfile(scope, profile.id, { name: name.value, code });
      announce('The profile is copied');
      navigate(pageHref(scope, `/profiles/${id}/edit`));
    } catch (caught) {
      error.value = caught as Error;
      isBusy.value = false;
    }
  };
  const isInvalid = error.value instanceof ApiFault && error.value.fields.length > 0;
  return (
    <Dialog title={`Copy “${profile.name}”`} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy.value) void copy();
        }}
      >
        <NameField
          hint="The destination, as people of your team call it."
          value={name.value}
          onChange={(text) => (name.value = text)}
        />
        <Field
          label="Code"
          hint="Programs use the code. Lower-case letters and digits, in words joined by hyphens."
        >
          {(ids) => (
            <input
              {...ids}
              type="text"
              required
              maxLength={maxCodeCharacters}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              aria-invalid={isInvalid}
              value={code}
              onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
            />
          )}
        </Field>
        <ErrorNotice error={error.value} what="The profile could not be copied." />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-primary" aria-disabled={isBusy.value}>
            {isBusy.value ? 'Copying…' : 'Copy and edit'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
