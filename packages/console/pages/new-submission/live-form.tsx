import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Estimate, ProfileSummary, Sidekick, Submission } from '@assay/client/shapes.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { announce } from '../../announce.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Select } from '../../components/fields.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { count, formatNumber } from '../../format.ts';
import { navigate } from '../../navigation.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import { listProfiles, listSidekicks, readDefault, readProfile } from '../profiles/use-profile.ts';
import { DropZone } from './drop-zone.tsx';
import { SidekickList } from './sidekick-list.tsx';
import { UploadList } from './upload-list.tsx';
import { createUploads } from './uploads.ts';

const maxFiles = 50;

/** Sidekicks that judge the loudness by another target. A file can rarely meet several targets. */
const loudnessPresets: readonly string[] = ['loudness-atsc-a85', 'loudness-streaming'];

export function LiveForm({ scope }: { scope: Scope }) {
  const uploads = useMemo(() => createUploads(scope), []);
  const sidekicks = useSignal<readonly Sidekick[] | null>(null);
  const profiles = useSignal<readonly ProfileSummary[]>([]);
  const defaultId = useSignal<string | null>(null);
  /** The destination that the person chose. Empty: none. Null: not chosen, so the default of the workspace is used. */
  const profileId = useSignal<string | null>(null);
  const isChoosing = useSignal(false);
  const choices = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const estimate = useSignal<Estimate | null>(null);
  const priceError = useSignal<Error | null>(null);
  const sidekickError = useSignal<Error | null>(null);
  const { run, error, isBusy } = useRun();

  const blobPaths = useComputed(() =>
    uploads.uploads.value.flatMap(({ state: { value } }) =>
      value.status === 'uploaded' ? [value.blobPath] : [],
    ),
  );
  const isUploading = useComputed(() =>
    uploads.uploads.value.some(
      ({ state: { value } }) => value.status === 'waiting' || value.status === 'uploading',
    ),
  );

  useEffect(() => {
    listSidekicks(scope).then(
      (list) => (sidekicks.value = list),
      (caught: unknown) => (sidekickError.value = caught as Error),
    );
    listProfiles(scope).then(
      (list) => (profiles.value = list),
      (caught: unknown) => (sidekickError.value = caught as Error),
    );
    readDefault(scope).then(
      (id) => (defaultId.value = id),
      (caught: unknown) => (sidekickError.value = caught as Error),
    );
    return () => uploads.stopAll();
  }, []);

  const asked = blobPaths.value.join('\n');
  const price = async (signal?: AbortSignal) => {
    estimate.value = null;
    priceError.value = null;
    const files = blobPaths.value.map((blobPath) => ({ blobPath }));
    if (files.length === 0) return;
    try {
      estimate.value = await callApi<Estimate>(scope, 'POST', '/api/pricing/estimate', { files }, signal);
      announce(`The price is ${count(estimate.value.totalCredits, 'credit')}`);
    } catch (caught) {
      if (signal?.aborted !== true) priceError.value = caught as Error;
    }
  };
  useEffect(() => {
    if (isUploading.value) return;
    const controller = new AbortController();
    void price(controller.signal);
    return () => controller.abort();
  }, [asked, isUploading.value]);

  // While the list has files, the browser asks the person before it leaves the page.
  useEffect(() => {
    if (uploads.uploads.value.length === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [uploads.uploads.value.length === 0]);

  const types = new Set(uploads.uploads.value.flatMap(({ file }) => fileTypeOf(file.name)?.assetType ?? []));
  // Without a profile, nothing is required.
  const usable = (sidekicks.value ?? []).filter(
    ({ code, assetTypes }) => code !== requirementsCode && assetTypes.some((type) => types.has(type)),
  );
  const isDefault = ({ id }: ProfileSummary) => id === defaultId.value;
  const destinations = profiles.value
    .filter(({ assetTypes }) => [...types].every((type) => assetTypes.includes(type)))
    .toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)) || Number(a.builtIn) - Number(b.builtIn));
  const wanted = profileId.value ?? defaultId.value;
  const destination = destinations.find(({ id }) => id === wanted) ?? null;
  /** Codes of the sidekicks of the destination. Null until they are known. */
  const destinationCodes = useSignal<readonly string[] | null>(null);
  useEffect(() => {
    destinationCodes.value = null;
    if (destination === null) return;
    const controller = new AbortController();
    readProfile(scope, destination.id, null, controller.signal).then(
      (profile) => (destinationCodes.value = profile.sidekicks.map(({ code }) => code)),
      (caught: unknown) => controller.signal.aborted || (sidekickError.value = caught as Error),
    );
    return () => controller.abort();
  }, [destination?.id]);
  const leftOut = usable.filter(
    ({ code, builtIn }) =>
      builtIn && !loudnessPresets.includes(code) && destinationCodes.value?.includes(code) === false,
  );
  const isChosen = ({ id, code }: Sidekick) => choices.value.get(id) ?? !loudnessPresets.includes(code);
  const chosen = usable.filter(isChosen);
  const unexamined = [...types].filter((type) => !chosen.some(({ assetTypes }) => assetTypes.includes(type)));

  const submit = async () => {
    const { submissionId } = await callApi<Submission>(scope, 'POST', '/api/integrations/submissions', {
      assets: uploads.uploads.value.flatMap(({ state: { value }, replaces }) =>
        value.status === 'uploaded'
          ? [{ blobPath: value.blobPath, replaces: replaces.value?.assetId ?? null }]
          : [],
      ),
      sidekickIds: destination === null ? chosen.map(({ id }) => id) : [destination.id],
    });
    announce('The files are submitted');
    navigate(pageHref(scope, `/submissions/${submissionId}`));
  };

  const obstacle = whyNot({
    files: uploads.uploads.value.length,
    uploaded: blobPaths.value.length,
    isUploading: isUploading.value,
    chosen: destination === null ? chosen.length : 1,
    estimate: estimate.value,
    unexamined: destination === null ? unexamined : [],
  });
  const prices = new Map(estimate.value?.files.map((file) => [file.blobPath, file]));
  const hasFiles = uploads.uploads.value.length > 0;
  return (
    <form
      class="new-submission new-live"
      onSubmit={(event) => {
        event.preventDefault();
        if (obstacle === null && !isBusy) void run(submit);
      }}
    >
      <section class="panel" aria-labelledby="files-heading">
        <h2 id="files-heading">Files</h2>
        <DropZone isSmall={hasFiles} onFiles={uploads.add} />
        {hasFiles && <UploadList scope={scope} uploads={uploads} prices={prices} />}
      </section>
      <div class="new-live-aside">
        {types.size > 0 && (
          <section class="panel" aria-labelledby="destination-heading">
            <h2 id="destination-heading">Where is it going?</h2>
            <Select
              label="Destination"
              value={destination?.id ?? ''}
              options={[
                ...destinations.map(
                  (each) => [each.id, isDefault(each) ? `${each.name} (default)` : each.name] as const,
                ),
                ['', 'No destination: choose yourself'],
              ]}
              onChange={(value) => (profileId.value = value)}
            />
            {destination === null ? (
              <>
                <p class="muted">
                  {sidekicks.value !== null &&
                    `${chosen.length} of ${count(usable.length, 'sidekick')} examine the files. Without a destination, there is no verdict.`}
                </p>
                <button type="button" class="button" onClick={() => (isChoosing.value = true)}>
                  Choose the sidekicks
                </button>
              </>
            ) : (
              <>
                {destination.description !== null && (
                  <p class="muted clamped">
                    <Untrusted text={destination.description} />
                  </p>
                )}
                {leftOut.length > 0 && (
                  <p>
                    <strong>Not examined:</strong> {leftOut.map(({ name }) => name).join(', ')}. To add them,
                    copy the profile.
                  </p>
                )}
                <p>
                  <a href={pageHref(scope, `/profiles/${destination.id}`)} target="_blank">
                    What the destination asks for
                    <span class="visually-hidden"> (opens in a new tab)</span>
                  </a>{' '}
                  <span class="muted">{`The files get a verdict by version ${destination.version} of this profile.`}</span>
                </p>
              </>
            )}
            <ErrorNotice error={sidekickError.value} what="The sidekicks or profiles could not be loaded." />
          </section>
        )}
        {hasFiles && (
          <section class="panel price" aria-labelledby="price-heading">
            <h2 id="price-heading">Price</h2>
            <p class="price-total">
              {estimate.value === null ? (
                <span class="muted">
                  {isUploading.value
                    ? 'Known when the files are uploaded'
                    : priceError.value === null
                      ? 'Measuring the files…'
                      : 'Unknown'}
                </span>
              ) : (
                <>
                  <strong>{formatNumber(estimate.value.totalCredits)}</strong>{' '}
                  {estimate.value.totalCredits === 1 ? 'credit' : 'credits'}
                </>
              )}
            </p>
            <ErrorNotice error={priceError.value} what="The price could not be computed." />
            {priceError.value !== null && (
              <button type="button" class="button" onClick={() => void price()}>
                Compute the price again
              </button>
            )}
            <ErrorNotice error={error} what="The files could not be submitted." />
            <div class="submit-row">
              <button
                type="submit"
                class="button button-primary"
                aria-disabled={obstacle !== null || isBusy}
                aria-describedby="obstacle"
              >
                {isBusy ? 'Submitting…' : `Submit ${count(blobPaths.value.length, 'file')}`}
              </button>
              <p id="obstacle" class="hint">
                {obstacle ?? 'Credits are charged when you submit. Retries cost nothing.'}
              </p>
            </div>
          </section>
        )}
      </div>
      {isChoosing.value && (
        <Dialog title="Choose the sidekicks" onClose={() => (isChoosing.value = false)}>
          <p class="muted">
            Each examines the files of its types. The price is the same for one or all of them.
          </p>
          {sidekicks.value === null && sidekickError.value === null && <Loading what="sidekicks" />}
          <SidekickList
            sidekicks={usable}
            isChosen={isChosen}
            onChoose={({ id }, value) => (choices.value = new Map(choices.value).set(id, value))}
          />
          <div class="dialog-actions">
            <button type="button" class="button button-primary" onClick={() => (isChoosing.value = false)}>
              Done
            </button>
          </div>
        </Dialog>
      )}
    </form>
  );
}

/** Returns why the files cannot be submitted yet. Null if they can. */
function whyNot(state: {
  files: number;
  uploaded: number;
  isUploading: boolean;
  chosen: number;
  estimate: Estimate | null;
  unexamined: readonly string[];
}): string | null {
  if (state.isUploading) return 'Wait until the files are uploaded.';
  if (state.uploaded < state.files) return 'Remove the files that were not uploaded, or try them again.';
  if (state.files > maxFiles)
    return `A submission can have ${maxFiles} files. Remove ${state.files - maxFiles}.`;
  if (state.unexamined.length > 0)
    return `Choose a sidekick that examines ${state.unexamined.join(' and ')} files.`;
  if (state.chosen === 0) return 'Choose at least one sidekick.';
  if (state.estimate === null) return 'Wait for the price.';
  if (state.estimate.files.some(({ priceable }) => !priceable))
    return 'Remove the files that could not be measured.';
  return null;
}
