import type { Sidekick } from '@assay/client/shapes.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { Select } from '../../components/fields.tsx';
import { Empty, PageHeading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { UnreadPage } from '../../components/unread.tsx';
import { useLive } from '../../live.ts';
import { navigate, query } from '../../navigation.ts';
import { pageHref, type Scope } from '../../scope.ts';
import { differencesOf } from './differences.ts';
import { versionIn } from './profile-page.tsx';
import { listSidekicks, readProfile } from './use-profile.ts';
import './profiles.css';

const columns = [{ title: 'Part' }, { title: 'Was' }, { title: 'Is' }];

interface Compared {
  current: Profile;
  before: Profile;
  after: Profile;
  sidekicks: Sidekick[];
}

async function compare(
  scope: Scope,
  id: string,
  from: number | null,
  to: number | null,
  signal: AbortSignal,
): Promise<Compared> {
  const [current, sidekicks] = await Promise.all([
    readProfile(scope, id, null, signal),
    listSidekicks(scope, signal),
  ]);
  const last = Math.min(to ?? current.version, current.version);
  const first = Math.min(from ?? Math.max(1, last - 1), current.version);
  const [before, after] = await Promise.all([
    readProfile(scope, id, first, signal),
    readProfile(scope, id, last, signal),
  ]);
  return { current, before, after, sidekicks };
}

/** Compares two versions of a profile. The URL names the versions. */
export function DifferencesPage({ scope, profileId }: { scope: Scope; profileId: string }) {
  const [from, to] = [versionIn(query.value.get('from')), versionIn(query.value.get('to'))];
  const { data, error } = useLive(
    `differences ${scope.workspaceId} ${profileId} ${from} ${to}`,
    (signal) => compare(scope, profileId, from, to, signal),
    () => null,
  );
  const page = `/profiles/${profileId}`;
  const back = (
    <a class="back" href={pageHref(scope, page)}>
      Profile
    </a>
  );
  if (data === null) return <UnreadPage title="Differences" what="profile" {...{ back, error }} />;
  const { current, before, after, sidekicks } = data;
  const differences = differencesOf(before, after, sidekicks);
  const versions = Array.from({ length: current.version }, (_, index) => String(index + 1));
  const options = versions.toReversed().map((version) => [version, `Version ${version}`] as const);
  const choose = (chosen: { from?: string; to?: string }) =>
    navigate(
      pageHref(scope, `${page}/differences`, {
        from: String(before.version),
        to: String(after.version),
        ...chosen,
      }),
      { replace: true },
    );
  return (
    <>
      {back}
      <PageHeading
        title={`Differences of ${current.name}`}
        shown={
          <>
            Differences of <Untrusted text={current.name} />
          </>
        }
      />
      <div class="versions-choice">
        <Select
          label="From"
          value={String(before.version)}
          options={options}
          onChange={(version) => choose({ from: version })}
        />
        <Select
          label="To"
          value={String(after.version)}
          options={options}
          onChange={(version) => choose({ to: version })}
        />
      </div>
      {differences.length === 0 ? (
        <Empty title="Nothing differs.">
          <p>Both versions ask for the same.</p>
        </Empty>
      ) : (
        <Table caption="Differences" columns={columns}>
          {differences.map(({ subject, was, is }) => (
            <Row key={subject}>
              <Cell title="Part" isHeading>
                <Untrusted text={subject} />
              </Cell>
              <Cell title="Was">
                <Untrusted text={was} />
              </Cell>
              <Cell title="Is">
                <strong>
                  <Untrusted text={is} />
                </strong>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </>
  );
}
