import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { components } from '@assay/client/schema.ts';
import type { Asset } from '@assay/client/shapes.ts';
import { StatusLabel } from '../../components/badges.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Time, Untrusted } from '../../components/texts.tsx';
import { count } from '../../format.ts';
import { callApi, type Scope } from '../../scope.ts';

type VersionList = components['schemas']['VersionList'];

const columns = [
  { title: 'Version', isNumber: true },
  { title: 'Reason' },
  { title: 'Status' },
  { title: 'Created' },
  { title: 'Finished' },
];

interface Props {
  scope: Scope;
  submissionId: string;
  assets: readonly Asset[];
  /** Changes when the versions must be read again. */
  state: string;
}

/** The processing runs of a submission: its creation and each retry. */
export function Versions({ scope, submissionId, assets, state }: Props) {
  const list = useSignal<VersionList | null>(null);
  const error = useSignal<Error | null>(null);
  useEffect(() => {
    const path = `/api/integrations/submissions/${submissionId}/versions`;
    callApi<VersionList>(scope, 'GET', path).then(
      (read) => (list.value = read),
      (caught: unknown) => (error.value = caught as Error),
    );
  }, [submissionId, state]);
  const nameOf = (id: string) => assets.find(({ assetId }) => assetId === id)?.filename ?? id;
  return (
    <section class="versions" aria-labelledby="versions-heading">
      <h2 id="versions-heading">Versions of the submission</h2>
      {list.value === null && error.value === null && <Loading what="versions" />}
      {list.value === null && <ErrorNotice error={error.value} what="The versions could not be loaded." />}
      {list.value !== null && (
        <Table caption="Versions of this submission, oldest first" columns={columns}>
          {list.value.versions.map(({ version, trigger, assetIds, status, createdAt, completedAt }) => (
            <Row key={version}>
              <Cell title="Version" isNumber>
                {version}
              </Cell>
              <Cell title="Reason">
                {trigger === 'created' ? (
                  `Created with ${count(assetIds.length, 'asset')}`
                ) : (
                  <>
                    Retry of <Untrusted text={nameOf(assetIds[0]!)} />
                  </>
                )}
              </Cell>
              <Cell title="Status">
                <StatusLabel status={status} />
              </Cell>
              <Cell title="Created">
                <Time at={createdAt} />
              </Cell>
              <Cell title="Finished">
                {completedAt === null ? <span class="muted">–</span> : <Time at={completedAt} />}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}
