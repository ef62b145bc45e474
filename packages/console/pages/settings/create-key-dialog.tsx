import { useSignal } from '@preact/signals';
import { type Environment, type Scope as KeyScope, findScopeFault, scopes } from '@assay/domain/api-key.ts';
import { request } from '../../api/request.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NameField, Select } from '../../components/fields.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { CopyButton } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { formatTime } from '../../format.ts';

const environments = [
  ['live', 'Live'],
  ['sandbox', 'Sandbox'],
] as const;

const expiries = [
  ['', 'Latest time that the plan permits'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

const dataChoices = [
  ['sandbox', 'Sandbox data only (recommended)'],
  ['live', 'Sandbox data and live data'],
] as const;

const scopeTexts: Record<Exclude<KeyScope, 'live_data'>, string> = {
  read: 'Read submissions and issues',
  submit: 'Upload, submit and retry',
  webhooks: 'Manage webhooks',
  profiles: 'Manage profiles',
};

/**
 * The scopes that are chosen at first. A sandbox key has no `webhooks`, because it would also have to see live
 * submissions.
 */
const usualScopes: Record<Environment, readonly KeyScope[]> = {
  live: ['read', 'submit', 'webhooks', 'profiles'],
  sandbox: ['read', 'submit'],
};

const dayMs = 24 * 3_600_000;

/** Creates an API key, and shows it once. */
export function CreateKeyDialog({
  path,
  keyDays,
  onCreate,
  onClose,
}: {
  path: string;
  /** Days until a new key expires at the latest. Null: no limit. */
  keyDays: number | null;
  onCreate: () => void;
  onClose: () => void;
}) {
  const name = useSignal('');
  const environment = useSignal<Environment>('live');
  const chosen = useSignal(usualScopes.live);
  const expiry = useSignal('');
  const { run, error, isBusy } = useRun();
  const created = useSignal<string | null>(null);

  const create = async () => {
    const fault = findScopeFault(environment.value, chosen.value);
    if (fault !== null) throw new Error(`${fault[0]!.toUpperCase()}${fault.slice(1)}.`);
    const { key } = await request<{ key: string }>('POST', path, {
      name: name.value,
      environment: environment.value,
      scopes: chosen.value,
      ...(expiry.value === '' ? {} : { expiresAt: expiryTime(expiry.value) }),
    });
    created.value = key;
    onCreate();
  };

  if (created.value !== null) {
    return (
      <Dialog title="Store the API key now">
        <Notice tone="warning">
          <p>The key is displayed only here and only now. Put it into the secret store of your program.</p>
        </Notice>
        <p class="secret">
          <code>{created.value}</code>
          <CopyButton text={created.value} what="the API key" />
        </p>
        <div class="dialog-actions">
          <button type="button" class="button button-primary" onClick={onClose}>
            I have stored it
          </button>
        </div>
      </Dialog>
    );
  }
  const isSandbox = environment.value === 'sandbox';
  const seesLive = !isSandbox || chosen.value.includes('live_data');
  const permitted: (keyof typeof scopeTexts)[] = seesLive
    ? ['read', 'submit', 'webhooks', 'profiles']
    : ['read', 'submit'];
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void run(create);
        }}
      >
        <NameField
          hint="The program that will use the key."
          value={name.value}
          onChange={(text) => (name.value = text)}
        />
        <Select
          label="Environment"
          value={environment.value}
          options={environments}
          onChange={(value) => {
            environment.value = value as Environment;
            chosen.value = usualScopes[environment.value];
          }}
        />
        {isSandbox && (
          <>
            <Select
              label="Data"
              value={seesLive ? 'live' : 'sandbox'}
              options={dataChoices}
              onChange={(value) =>
                (chosen.value =
                  value === 'live'
                    ? [...chosen.value, 'live_data']
                    : chosen.value.filter((scope) => scope !== 'live_data' && scope !== 'webhooks'))
              }
            />
            <p class="muted">
              With live data, the key reads live submissions. It can also manage webhooks, which live events
              use too.
            </p>
          </>
        )}
        <fieldset class="choices">
          <legend class="field-label">Scopes</legend>
          {permitted.map((scope) => (
            <label key={scope} class="choice">
              <input
                type="checkbox"
                checked={chosen.value.includes(scope)}
                onChange={({ currentTarget: { checked } }) =>
                  (chosen.value = scopes.filter((each) =>
                    each === scope ? checked : chosen.value.includes(each),
                  ))
                }
              />
              {scopeTexts[scope]}
            </label>
          ))}
        </fieldset>
        <Select
          label="Expires after"
          value={expiry.value}
          options={expiries}
          onChange={(value) => (expiry.value = value)}
        />
        <p class="muted" role="status">
          {expiryText(expiry.value, keyDays)}
        </p>
        <ErrorNotice error={error} what="The key could not be created." />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button button-primary" aria-disabled={isBusy}>
            {isBusy ? 'Creating…' : 'Create the key'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Says when a key that is created now will expire: after the chosen days, or earlier if the plan sets fewer. */
function expiryText(chosen: string, keyDays: number | null): string {
  const days = Math.min(chosen === '' ? Infinity : Number(chosen), keyDays ?? Infinity);
  return days === Infinity
    ? 'The key will never expire.'
    : `The key will expire on ${formatTime(expiryTime(String(days)))}.`;
}

function expiryTime(days: string): string {
  return new Date(Date.now() + Number(days) * dayMs).toISOString();
}
