import { useSignal } from '@preact/signals';
import type { components } from '@assay/client/schema.ts';
import { announce } from '../../announce.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select } from '../../components/fields.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { CopyButton, Time } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { AuthorName } from '../../issues/decision.tsx';
import { useLive } from '../../live.ts';
import { callApi, type Scope } from '../../scope.ts';

type ReportLink = components['schemas']['ReportLink'];
type CreatedReportLink = components['schemas']['CreatedReportLink'];

const expiries = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

/**
 * Creates links to the report of an asset, and revokes them. A new link is shown once.
 * @param path path of the asset in the public API
 */
export function ShareDialog({ scope, path, onClose }: { scope: Scope; path: string; onClose: () => void }) {
  const linksPath = `${path}/report-links`;
  const links = useLive(
    linksPath,
    (signal) => callApi<{ links: ReportLink[] }>(scope, 'GET', linksPath, undefined, signal),
    () => null,
  );
  const days = useSignal('30');
  const includesPictures = useSignal(false);
  const created = useSignal<CreatedReportLink | null>(null);
  const { run, error, isBusy } = useRun();
  const create = async () => {
    created.value = await callApi<CreatedReportLink>(scope, 'POST', linksPath, {
      expiresInDays: Number(days.value),
      includesPictures: includesPictures.value,
    });
    announce('The link was created');
    links.refresh();
  };
  const revoke = async ({ id }: ReportLink) => {
    await callApi(scope, 'DELETE', `${linksPath}/${id}`);
    if (created.value?.id === id) created.value = null;
    announce('The link was revoked');
    links.refresh();
  };
  return (
    <Dialog title="Share the report" onClose={onClose}>
      <p>
        Anybody who has the link can read the newest report of this file, without an account. The link does
        not show the file.
      </p>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void run(create);
        }}
      >
        <Select
          label="The link works for"
          value={days.value}
          options={expiries}
          onChange={(value) => (days.value = value)}
        />
        <label class="choice">
          <input
            type="checkbox"
            checked={includesPictures.value}
            onChange={({ currentTarget: { checked } }) => (includesPictures.value = checked)}
          />
          <span>Show the pictures of the issues</span>
        </label>
        <button type="submit" class="button button-primary" disabled={isBusy}>
          Create a link
        </button>
      </form>
      <ErrorNotice error={error} what="The link could not be changed." />
      {created.value !== null && (
        <>
          <Notice tone="warning">
            <p>The link is displayed only here and only now.</p>
          </Notice>
          <p class="secret">
            <code>{created.value.url}</code>
            <CopyButton text={created.value.url} what="the link" />
          </p>
        </>
      )}
      <LinkList links={links} isBusy={isBusy} onRevoke={(link) => void run(() => revoke(link))} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function LinkList({
  links: { data, error },
  isBusy,
  onRevoke,
}: {
  links: { data: { links: ReportLink[] } | null; error: Error | null };
  isBusy: boolean;
  onRevoke: (link: ReportLink) => void;
}) {
  if (data === null)
    return error === null ? (
      <Loading what="links" />
    ) : (
      <ErrorNotice error={error} what="The links could not be loaded." />
    );
  if (data.links.length === 0) return <p class="muted">No link works at the moment.</p>;
  return (
    <section class="shared-links">
      <h3>Links that work</h3>
      <ul>
        {data.links.map((link) => (
          <li key={link.id}>
            <span>
              Until <Time at={link.expiresAt} />, by <AuthorName by={link.by} />
              {link.includesPictures && ', with pictures'}
              <span class="muted">
                {' '}
                (created <Time at={link.createdAt} />)
              </span>
            </span>
            <button
              type="button"
              class="button button-quiet button-small"
              disabled={isBusy}
              onClick={() => onRevoke(link)}
            >
              Revoke
              <span class="visually-hidden"> the link that works until {link.expiresAt}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
