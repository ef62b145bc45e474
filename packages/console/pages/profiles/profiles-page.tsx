import { hasRole } from '../../api/session.ts';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading, PageHeading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { TypeIcon, Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import { pageHref, type Scope } from '../../scope.ts';
import { RuleDecisions } from './rule-decisions.tsx';
import { listProfiles, readDefault } from './use-profile.ts';
import './profiles.css';

const columns = [
  { title: 'Name' },
  { title: 'Files' },
  { title: 'Version', isNumber: true },
  { title: 'From' },
  { title: 'Action' },
];

/** The profiles of a workspace: its own ones first, because these are the ones that people change. */
export function ProfilesPage({ scope }: { scope: Scope }) {
  const { data, error } = useLive(
    `profiles ${scope.workspaceId}`,
    async (signal) => {
      const [profiles, defaultId] = await Promise.all([
        listProfiles(scope, signal),
        readDefault(scope, signal),
      ]);
      return { profiles, defaultId };
    },
    () => null,
  );
  const mayChange = hasRole(scope.workspaceId, 'admin');
  const shown = (data?.profiles ?? []).toSorted((a, b) => Number(a.builtIn) - Number(b.builtIn));
  const actions = mayChange ? columns : columns.slice(0, -1);
  return (
    <>
      <PageHeading title="Profiles">
        {mayChange && (
          <a class="button" href={pageHref(scope, '/profiles/new')}>
            <Icon name="plus" />
            New profile
          </a>
        )}
      </PageHeading>
      <p class="muted profile-lead">
        A profile describes the files that one destination accepts. Files that are submitted with a profile
        get a verdict: whether they can be sent there.{' '}
        {mayChange
          ? 'For a destination of your own, copy the profile that is most like it, or start from nothing. If a destination accepts formats with different numbers, make a profile for each.'
          : 'Admins of the workspace can copy and change profiles.'}
      </p>
      <ErrorNotice error={error} what="The profiles could not be loaded." isRetried />
      {data === null && error === null && <Loading what="profiles" />}
      {data !== null && (
        <Table caption="Profiles" columns={actions}>
          {shown.map((profile) => (
            <Row key={profile.id}>
              <Cell title="Name" isHeading>
                <a class="file-name" href={pageHref(scope, `/profiles/${profile.id}`)}>
                  <Untrusted text={profile.name} />
                </a>{' '}
                {profile.id === data.defaultId && <span class="tag">Default</span>}
                <div>
                  <code class="muted">{profile.code}</code>
                </div>
              </Cell>
              <Cell title="Files">
                <span class="types">
                  {profile.assetTypes.map((type) => (
                    <span key={type} class="type">
                      <TypeIcon type={type} />
                      {type}
                    </span>
                  ))}
                </span>
              </Cell>
              <Cell title="Version" isNumber>
                {profile.version}
              </Cell>
              <Cell title="From">{profile.builtIn ? 'Assay' : 'This workspace'}</Cell>
              {mayChange && (
                <Cell title="Action">
                  <a
                    class="button button-small"
                    href={pageHref(scope, '/profiles/new', { from: profile.id })}
                  >
                    <Icon name="copy" />
                    Copy<span class="visually-hidden"> {profile.name}</span>
                  </a>
                </Cell>
              )}
            </Row>
          ))}
        </Table>
      )}
      <RuleDecisions scope={scope} />
    </>
  );
}
