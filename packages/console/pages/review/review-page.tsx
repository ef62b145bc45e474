import type { Asset } from '@assay/client/shapes.ts';
import { StatusLabel } from '../../components/badges.tsx';
import { AwayNotice } from '../../components/notice.tsx';
import { Empty, PageHeading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { UnreadPage } from '../../components/unread.tsx';
import { livePollMs, useLive } from '../../live.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import { Review } from './review.tsx';
import './review.css';

/** Milliseconds between two reads of a finished asset. Only a retry changes a finished asset. */
const finishedPollMs = 15_000;

interface Props {
  scope: Scope;
  submissionId: string;
  assetId: string;
}

export function ReviewPage({ scope, submissionId, assetId }: Props) {
  const page = `/submissions/${encodeURIComponent(submissionId)}/assets/${encodeURIComponent(assetId)}`;
  const { data, at, error } = useLive(
    `${scope.workspaceId} ${scope.environment} ${page}`,
    (signal) => callApi<Asset>(scope, 'GET', `/api/integrations${page}`, undefined, signal),
    ({ status }) => (isOver(status) ? finishedPollMs : livePollMs),
  );
  const back = (
    <a class="back back-review" href={pageHref(scope, `/submissions/${submissionId}`)}>
      Submission
    </a>
  );
  if (data === null) return <UnreadPage title="Review" what="asset" {...{ back, error }} />;
  const { filename, status, version } = data;
  return (
    <>
      {back}
      <AwayNotice error={error} at={at} />
      {isOver(status) ? (
        <Review key={`${version} ${status}`} scope={scope} asset={data} page={page} />
      ) : (
        <>
          <PageHeading title={filename} shown={<Untrusted text={filename} />}>
            <StatusLabel status={status} />
          </PageHeading>
          <Empty title={status === 'pending' ? 'The file is queued.' : 'The file is being examined.'}>
            <p>The file and its issues appear here when it has been examined.</p>
          </Empty>
        </>
      )}
    </>
  );
}

function isOver(status: Asset['status']): boolean {
  return status === 'complete' || status === 'failed';
}
