import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Sidekick } from '@assay/client/shapes.ts';
import type { Profile, ProfileContent } from '@assay/domain/contracts/profile.ts';
import { announce } from '../../announce.tsx';
import { ApiFault } from '../../api/request.ts';
import { hasRole } from '../../api/session.ts';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { Empty, PageHeading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { UnreadPage } from '../../components/unread.tsx';
import { count } from '../../format.ts';
import { navigate, query, useUnsavedChanges } from '../../navigation.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import { differencesOf } from './differences.ts';
import { contentToSave, faultText, unchangedFaults } from './editor.ts';
import { ProfileSections } from './profile-sections.tsx';
import { tryProfile, TrialResult } from './trial.tsx';
import { createProfile, profilePath, readProfile, useProfile } from './use-profile.ts';
import { allSources, codeOf, contentOf, fieldText } from './words.ts';
import './profiles.css';

/** Changes a profile of the workspace. */
export function EditProfilePage({ scope, profileId }: { scope: Scope; profileId: string }) {
  const { data, error } = useProfile(scope, profileId, null);
  const back = (
    <a class="back" href={pageHref(scope, `/profiles/${profileId}`)}>
      Profile
    </a>
  );
  if (data === null) return <UnreadPage title="Profile" what="profile" {...{ back, error }} />;
  const { sidekicks } = data;
  const profile = data.profile!;
  const mayChange = hasRole(scope.workspaceId, 'admin') && !profile.builtIn;
  return (
    <>
      {back}
      <PageHeading
        title={`Edit ${profile.name}`}
        shown={
          <>
            Edit <Untrusted text={profile.name} />
          </>
        }
      />
      {mayChange ? (
        <ProfileForm key={profile.id} scope={scope} profile={profile} sidekicks={sidekicks} />
      ) : (
        <Empty title="You cannot change this profile.">
          <p>
            {profile.builtIn
              ? 'Assay ships this profile. Copy it, and change the copy.'
              : 'Ask an admin of the workspace for the role “admin”.'}
          </p>
        </Empty>
      )}
    </>
  );
}

/** The headings of the form, which is many screens long. */
const parts = [
  ['about-heading', 'Destination'],
  ['sources-heading', 'Documents'],
  ['requirements-heading', 'Properties'],
  ['sidekicks-heading', 'Sidekicks'],
  ['rules-heading', 'Rules'],
  ['manual-heading', 'Checks for a person'],
] as const;

const emptyProfile: Profile = {
  id: '',
  version: 0,
  builtIn: false,
  code: '',
  name: '',
  description: null,
  assetTypes: [],
  sources: [],
  sidekicks: [],
  rules: {},
  requirements: {},
  manualChecks: [],
  failsAt: 'major',
};

const maxNameCharacters = 100;

/** Creates a profile of the workspace, from nothing or from another one (`?from=ID`). It exists once it is saved. */
export function NewProfilePage({ scope }: { scope: Scope }) {
  const from = query.value.get('from');
  const { data, error } = useProfile(scope, from, null);
  const back = (
    <a class="back" href={pageHref(scope, '/profiles')}>
      Profiles
    </a>
  );
  if (data === null) return <UnreadPage title="New profile" what="profile" {...{ back, error }} />;
  const { profile, sidekicks } = data;
  return (
    <>
      {back}
      <PageHeading title="New profile" />
      {hasRole(scope.workspaceId, 'admin') ? (
        <ProfileForm
          key={from}
          scope={scope}
          profile={profile === null ? emptyProfile : copyOf(profile)}
          sidekicks={sidekicks}
        />
      ) : (
        <Empty title="You cannot create profiles.">
          <p>Ask an admin of the workspace for the role “admin”.</p>
        </Empty>
      )}
    </>
  );
}

function copyOf(profile: Profile): Profile {
  const name = `${profile.name} (copy)`.slice(0, maxNameCharacters);
  return { ...profile, id: '', version: 0, builtIn: false, name, code: codeOf(name) };
}

/** @param profile the profile to change. Its version is 0 if it does not exist yet. */
function ProfileForm({
  scope,
  profile,
  sidekicks,
}: {
  scope: Scope;
  profile: Profile;
  sidekicks: readonly Sidekick[];
}) {
  const isNew = profile.version === 0;
  const draft = useSignal(contentOf(profile));
  /** The version that the next save replaces. */
  const base = useSignal(profile);
  /** A newer version that somebody else saved. Null: none is known. */
  const newer = useSignal<Profile | null>(null);
  const error = useSignal<Error | null>(null);
  const isBusy = useSignal(false);
  /** The request that led to `error`: its content, and a sentence about it. */
  const rejected = useSignal({ content: draft.value, what: '' });
  /** A trial of a changed profile; `result` is null while it runs. Null: there is none. */
  const trial = useSignal<{ content: string; result: Awaited<ReturnType<typeof tryProfile>> | null } | null>(
    null,
  );
  const stopTrial = useRef(new AbortController());
  const form = useRef<HTMLFormElement>(null);
  const content = contentToSave(draft.value, sidekicks);
  const changes = differencesOf(base.value, content, sidekicks);
  const page = isNew ? '/profiles' : `/profiles/${profile.id}`;

  useUnsavedChanges(changes.length > 0);
  useEffect(() => () => stopTrial.current.abort(), []);

  const reject = (caught: unknown, sent: ProfileContent, what: string) => {
    error.value = caught as Error;
    rejected.value = { content: sent, what };
    // The first rejected field gets the focus once it is rendered.
    if (caught instanceof ApiFault && caught.fields.length > 0)
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const tryChange = async () => {
    const { signal } = (stopTrial.current = new AbortController());
    error.value = null;
    trial.value = { content: JSON.stringify(content), result: null };
    try {
      const result = await tryProfile(scope, profile.id, content, signal);
      trial.value = { content: JSON.stringify(content), result };
      announce('The trial has ended');
    } catch (caught) {
      if (signal.aborted) return;
      trial.value = null;
      reject(caught, content, 'The change was not tried.');
    }
  };
  const save = async () => {
    isBusy.value = true;
    error.value = null;
    newer.value = null;
    try {
      const { version } = base.value;
      const saved = isNew
        ? await createProfile(scope, content)
        : await callApi<Profile>(scope, 'PUT', profilePath(profile.id), { ...content, version });
      announce(`Version ${saved.version} is saved`);
      navigate(pageHref(scope, `/profiles/${saved.id}`), { isSaved: true, replace: isNew });
    } catch (caught) {
      isBusy.value = false;
      reject(caught, content, 'The profile was not saved.');
      if (!isNew && caught instanceof ApiFault && caught.status === 409) await findNewer();
    }
  };
  /** A 409 also has other causes, such as a code that another profile has. */
  const findNewer = async () => {
    const current = await readProfile(scope, profile.id).catch(() => null);
    if (current === null || current.version === base.value.version) return;
    newer.value = current;
    error.value = null;
  };
  const isTrying = trial.value?.result === null;
  const faults = error.value instanceof ApiFault ? error.value.fields : [];
  const toCorrect = unchangedFaults(faults, rejected.value.content, content);
  return (
    <form
      ref={form}
      class="profile-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy.value) void save();
      }}
    >
      <nav class="profile-contents" aria-label="Parts of the profile">
        {parts.map(([id, text]) => (
          <a key={id} href={`#${id}`}>
            {text}
          </a>
        ))}
      </nav>
      <ProfileSections
        content={draft.value}
        sidekicks={sidekicks}
        editor={{
          draft: draft.value,
          isNew,
          faults,
          sources: allSources(draft.value),
          change: (part) => (draft.value = { ...draft.value, ...part }),
        }}
      />
      <div class="save-bar">
        {toCorrect.length > 0 && (
          <Notice tone="error">
            <p>
              <strong>{rejected.value.what}</strong> {count(toCorrect.length, 'field')} must be corrected:
            </p>
            <ul class="bullets">
              {toCorrect.map((fault) => (
                <li key={`${fault.field} ${fault.message}`}>
                  <strong>{fieldText(fault.field, content, sidekicks)}</strong> {faultText(fault, content)}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {faults.length === 0 && <ErrorNotice error={error.value} what={rejected.value.what} />}
        {newer.value !== null && (
          <NewerNotice
            scope={scope}
            newer={newer.value}
            base={base.value}
            sidekicks={sidekicks}
            onReplace={() => {
              base.value = newer.value!;
              newer.value = null;
              announce('Your changes now replace the newer version');
            }}
          />
        )}
        {trial.value?.result && (
          <TrialResult
            scope={scope}
            trial={trial.value.result}
            isCurrent={trial.value.content === JSON.stringify(content)}
          />
        )}
        <div class="submit-row">
          <button
            type="submit"
            class="button button-primary"
            aria-disabled={isBusy.value || newer.value !== null}
          >
            {isBusy.value
              ? 'Saving…'
              : isNew
                ? 'Create the profile'
                : `Save version ${base.value.version + 1}`}
          </button>
          {!isNew && (
            <button
              type="button"
              class="button"
              aria-disabled={isTrying}
              onClick={() => {
                if (!isTrying) void tryChange();
              }}
            >
              {isTrying ? 'Trying…' : 'Try on the files of the last 30 days'}
            </button>
          )}
          <a class="button" href={pageHref(scope, page)}>
            Cancel
          </a>
          <span class="muted" role="status">
            {changes.length === 0 ? 'No changes' : count(changes.length, 'change')}
          </span>
        </div>
      </div>
    </form>
  );
}

/** Shows that somebody else saved a version, and what it changes. The typed changes stay in the form. */
function NewerNotice({
  scope,
  newer,
  base,
  sidekicks,
  onReplace,
}: {
  scope: Scope;
  newer: Profile;
  base: Profile;
  sidekicks: readonly Sidekick[];
  onReplace: () => void;
}) {
  const theirs = differencesOf(base, newer, sidekicks);
  const query = { from: String(base.version), to: String(newer.version) };
  return (
    <Notice tone="warning">
      <p>
        <strong>Somebody else saved version {newer.version} meanwhile.</strong> Your changes are kept on this
        page. Version {newer.version} has {count(theirs.length, 'change')}:
      </p>
      <ul class="bullets">
        {theirs.slice(0, 5).map(({ subject, was, is }) => (
          <li key={subject}>
            <Untrusted text={`${subject}: ${was} → ${is}`} />
          </li>
        ))}
      </ul>
      <p>
        <a href={pageHref(scope, `/profiles/${newer.id}/differences`, query)} target="_blank">
          Show all differences<span class="visually-hidden"> (opens in a new tab)</span>
        </a>
      </p>
      <button type="button" class="button" onClick={onReplace}>
        Replace version {newer.version} by mine
      </button>
    </Notice>
  );
}
