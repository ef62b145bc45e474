import { useSignal } from '@preact/signals';
import type { Asset } from '@assay/client/shapes.ts';
import { announce } from '../../announce.tsx';
import { hasRole } from '../../api/session.ts';
import { ShortVerdict, StatusLabel, VerdictLabel } from '../../components/badges.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { TypeIcon, Untrusted } from '../../components/texts.tsx';
import { useRun } from '../../components/use-run.ts';
import { count, formatSeconds } from '../../format.ts';
import { callApi, pageHref, profileHref, type Scope } from '../../scope.ts';
import { adviceFor } from './advice.ts';
import { IssueList } from './issue-list.tsx';
import { ProgressList } from './progress-list.tsx';

/** An asset of a submission: its facts, its failure with a retry, and its issues. */
export function AssetSection({
  scope,
  asset,
  isOpen,
  onRetry,
}: {
  scope: Scope;
  asset: Asset;
  isOpen: boolean;
  onRetry: () => void;
}) {
  const opened = useSignal(isOpen);
  const reviewPage = `/submissions/${asset.submissionId}/assets/${asset.assetId}`;
  const path = `/api/integrations${reviewPage}`;
  return (
    <details
      class="asset"
      open={opened.value}
      onToggle={({ currentTarget }) => (opened.value = currentTarget.open)}
    >
      <summary>
        <TypeIcon type={asset.assetType} />
        <h2 class="file-name">
          <Untrusted text={asset.filename} />
        </h2>
        <span class="asset-facts muted">{factsOf(asset)}</span>
        {asset.status === 'complete' && asset.verdict !== null ? (
          <ShortVerdict verdict={asset.verdict} />
        ) : (
          <StatusLabel status={asset.status} />
        )}
      </summary>
      <div class="asset-body">
        {asset.status !== 'pending' && (
          <p>
            <a class="review-link" href={pageHref(scope, reviewPage)}>
              Review<span class="visually-hidden"> {asset.filename}</span>
              <Icon name="chevron" />
            </a>
          </p>
        )}
        {asset.verdict !== null && asset.profile !== null && (
          <p>
            <VerdictLabel
              verdict={asset.verdict}
              profile={asset.profile}
              href={profileHref(scope, asset.profile)}
              reason={asset.verdictReason}
            />
          </p>
        )}
        {asset.status === 'failed' && <Failure scope={scope} asset={asset} path={path} onRetry={onRetry} />}
        {opened.value && <ProgressList scope={scope} path={path} asset={asset} />}
        {(asset.status === 'pending' || asset.status === 'processing') && (
          <p class="muted">The issues appear here when the file has been examined.</p>
        )}
        {opened.value && (asset.status === 'complete' || (asset.issueCount ?? 0) > 0) && (
          <IssueList
            key={`${asset.version} ${asset.status}`}
            scope={scope}
            path={path}
            reviewPage={reviewPage}
            filename={asset.filename}
          />
        )}
      </div>
    </details>
  );
}

/** Returns the facts of an asset on one line, for example `2:30 · 15 credits · 4 issues`. */
function factsOf({ metric, metricValue, credits, issueCount, retryCount }: Asset): string {
  const measured =
    metricValue === null
      ? null
      : metric === 'pages'
        ? count(metricValue, 'page')
        : formatSeconds(metricValue);
  return [
    measured,
    count(credits, 'credit'),
    issueCount === null ? null : count(issueCount, 'issue'),
    retryCount === 0 ? null : `retried ${retryCount === 1 ? 'once' : `${retryCount} times`}`,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

function Failure({
  scope,
  asset,
  path,
  onRetry,
}: {
  scope: Scope;
  asset: Asset;
  path: string;
  onRetry: () => void;
}) {
  const { run, error, isBusy } = useRun();
  const retry = async () => {
    await callApi(scope, 'POST', `${path}/retry`);
    announce(`${asset.filename} is being processed again`);
    onRetry();
  };
  return (
    <>
      <Notice tone="error">
        <p>
          <strong>
            <Untrusted text={asset.errorMessage ?? 'The asset could not be processed'} />
          </strong>
          {asset.errorType !== null && (
            <>
              {' '}
              <code>{asset.errorType}</code>
            </>
          )}
        </p>
        <p>{adviceFor(asset)}</p>
        {asset.isRetryable && hasRole(scope.workspaceId, 'member') && (
          <button type="button" class="button" disabled={isBusy} onClick={() => void run(retry)}>
            <Icon name="retry" />
            {isBusy ? 'Retrying…' : 'Retry'}
            <span class="visually-hidden"> {asset.filename}</span>
          </button>
        )}
      </Notice>
      <ErrorNotice error={error} what="The asset could not be retried." />
    </>
  );
}
