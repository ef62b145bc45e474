import { useEffect, useRef } from 'preact/hooks';
import type { Submission } from '@assay/client/shapes.ts';
import { announce } from '../../announce.tsx';
import { ProfileVersion, ShortVerdict, StatusLabel } from '../../components/badges.tsx';
import { AwayNotice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page.tsx';
import { CopyButton, Time, Untrusted } from '../../components/texts.tsx';
import { UnreadPage } from '../../components/unread.tsx';
import { count, formatNumber } from '../../format.ts';
import { livePollMs, useLive } from '../../live.ts';
import { callApi, pageHref, profileHref, type Scope } from '../../scope.ts';
import { AssetSection } from './asset-section.tsx';
import { Deliveries } from './deliveries.tsx';
import { Versions } from './versions.tsx';

/** Milliseconds between reads of a finished submission, which only a retry by another caller changes. */
const finishedPollMs = 15_000;

export function SubmissionPage({ scope, submissionId }: { scope: Scope; submissionId: string }) {
  const { data, at, error, refresh } = useLive(
    `${scope.workspaceId} ${scope.environment} ${submissionId}`,
    (signal) =>
      callApi<Submission>(
        scope,
        'GET',
        `/api/integrations/submissions/${encodeURIComponent(submissionId)}`,
        undefined,
        signal,
      ),
    ({ status }) => (status === 'processing' ? livePollMs : finishedPollMs),
  );
  useFinish(data);
  const back = (
    <a class="back" href={pageHref(scope, '/submissions')}>
      Submissions
    </a>
  );
  if (data === null) return <UnreadPage title="Submission" what="submission" {...{ back, error }} />;
  const { assets, status, progress, profile } = data;
  const [first] = assets;
  const title = assets.length === 1 ? first!.filename : count(assets.length, 'file');
  return (
    <>
      {back}
      <PageHeading title={title} shown={<Untrusted text={title} />}>
        {status === 'complete' && data.verdict !== null ? (
          <ShortVerdict verdict={data.verdict} />
        ) : (
          <StatusLabel status={status} progress={progress} />
        )}
      </PageHeading>
      <AwayNotice error={error} at={at} />
      <dl class="overview">
        <div class="overview-wide">
          <dt>Submission id</dt>
          <dd>
            <code>{data.submissionId}</code>
            <CopyButton text={data.submissionId} what="the submission id" />
          </dd>
        </div>
        {profile !== null && (
          <div>
            <dt>Destination</dt>
            <dd>
              <span>
                <ProfileVersion profile={profile} href={profileHref(scope, profile)} />
              </span>
            </dd>
          </div>
        )}
        <div>
          <dt>Credits</dt>
          <dd>{formatNumber(data.creditsCharged)}</dd>
        </div>
        <div>
          <dt>Assets finished</dt>
          <dd>
            {progress.finished} of {progress.total}
          </dd>
        </div>
        <div>
          <dt>Version of the submission</dt>
          <dd>{data.version}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>
            <Time at={data.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Completed</dt>
          <dd>{data.completedAt === null ? '–' : <Time at={data.completedAt} />}</dd>
        </div>
      </dl>
      {assets.map((asset) => (
        <AssetSection
          key={asset.assetId}
          scope={scope}
          asset={asset}
          isOpen={asset === first || asset.status === 'failed'}
          onRetry={refresh}
        />
      ))}
      <Versions
        scope={scope}
        submissionId={data.submissionId}
        assets={assets}
        state={`${data.version} ${progress.finished}`}
      />
      <Deliveries
        scope={scope}
        submissionId={data.submissionId}
        assets={assets}
        isProcessing={status === 'processing'}
      />
    </>
  );
}

function useFinish(submission: Submission | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (submission === null) return;
    if (before.current === 'processing' && submission.status !== 'processing')
      announce(`The submission is ${submission.status}`);
    before.current = submission.status;
  }, [submission]);
}
