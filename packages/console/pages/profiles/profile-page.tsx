import { useSignal } from '@preact/signals';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { announce } from '../../announce.tsx';
import { request } from '../../api/request.ts';
import { hasRole } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { UnreadPage } from '../../components/unread.tsx';
import { useRun } from '../../components/use-run.ts';
import { navigate, query } from '../../navigation.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import { ProfileSections } from './profile-sections.tsx';
import { profilePath, useProfile } from './use-profile.ts';
import './profiles.css';

/** Returns the number of a version in the URL. Null if there is none, for the current version. */
export function versionIn(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** One version of a profile: what the destination asks for. */
export function ProfilePage({ scope, profileId }: { scope: Scope; profileId: string }) {
  const version = versionIn(query.value.get('version'));
  const { data, error, refresh } = useProfile(scope, profileId, version);
  const back = (
    <a class="back" href={pageHref(scope, '/profiles')}>
      Profiles
    </a>
  );
  if (data === null) return <UnreadPage title="Profile" what="profile" {...{ back, error }} />;
  const { sidekicks, defaultId } = data;
  const profile = data.profile!;
  const isDefault = profile.id === defaultId;
  return (
    <>
      {back}
      <PageHeading title={profile.name} shown={<Untrusted text={profile.name} />}>
        <Actions
          scope={scope}
          profile={profile}
          isDefault={isDefault}
          isOld={version !== null}
          onChange={refresh}
        />
      </PageHeading>
      <p class="profile-facts">
        <span>Version {profile.version}</span>
        <span class="muted">{profile.builtIn ? 'Shipped with Assay' : 'Of this workspace'}</span>
        {isDefault && <span class="tag">Default</span>}
        {profile.version > 1 && (
          <a href={pageHref(scope, `/profiles/${profile.id}/differences`, { to: String(profile.version) })}>
            Differences between versions
          </a>
        )}
      </p>
      {version !== null && (
        <Notice tone="info">
          <p>
            You see version {version}.{' '}
            <a href={pageHref(scope, `/profiles/${profile.id}`)}>Show the current version</a>
          </p>
        </Notice>
      )}
      <ProfileSections content={profile} sidekicks={sidekicks} editor={null} />
    </>
  );
}

function Actions({
  scope,
  profile,
  isDefault,
  isOld,
  onChange,
}: {
  scope: Scope;
  profile: Profile;
  isDefault: boolean;
  isOld: boolean;
  onChange: () => void;
}) {
  const isDeleting = useSignal(false);
  const { run, error, isBusy } = useRun();
  if (!hasRole(scope.workspaceId, 'admin') || isOld) return null;
  const setDefault = async () => {
    const profileId = isDefault ? null : profile.id;
    await request('PUT', `/${scope.workspaceId}/default-profile`, { profileId });
    announce(isDefault ? 'The workspace has no default profile' : `${profile.name} is the default profile`);
    onChange();
  };
  return (
    <div class="profile-actions">
      {!profile.builtIn && (
        <a class="button button-primary" href={pageHref(scope, `/profiles/${profile.id}/edit`)}>
          Edit
        </a>
      )}
      <a class="button" href={pageHref(scope, '/profiles/new', { from: profile.id })}>
        <Icon name="copy" />
        Copy
      </a>
      <button
        type="button"
        class="button"
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void run(setDefault);
        }}
      >
        {isDefault ? 'No default' : 'Use as default'}
      </button>
      {!profile.builtIn && (
        <button type="button" class="button button-danger" onClick={() => (isDeleting.value = true)}>
          Delete
        </button>
      )}
      <ErrorNotice error={error} what="The default could not be changed." />
      {isDeleting.value && (
        <DeleteDialog scope={scope} profile={profile} onClose={() => (isDeleting.value = false)} />
      )}
    </div>
  );
}

function DeleteDialog({ scope, profile, onClose }: { scope: Scope; profile: Profile; onClose: () => void }) {
  const { run, error, isBusy } = useRun();
  const remove = async () => {
    await callApi(scope, 'DELETE', profilePath(profile.id));
    announce('The profile is deleted');
    navigate(pageHref(scope, '/profiles'));
  };
  return (
    <Dialog title="Delete the profile?" onClose={onClose}>
      <p>
        New submissions can no longer use{' '}
        <strong>
          <Untrusted text={profile.name} />
        </strong>
        . Submissions that were judged by it keep their verdict. A deleted profile cannot be restored.
      </p>
      <ErrorNotice error={error} what="The profile could not be deleted." />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          class="button button-danger"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void run(remove);
          }}
        >
          {isBusy ? 'Deleting…' : 'Delete the profile'}
        </button>
      </div>
    </Dialog>
  );
}
