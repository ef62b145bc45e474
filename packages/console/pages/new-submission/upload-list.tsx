import type { Asset, Estimate } from '@assay/client/shapes.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { Icon } from '../../components/icon.tsx';
import { TypeIcon, Untrusted } from '../../components/texts.tsx';
import { count, formatBytes, formatSeconds, formatTime } from '../../format.ts';
import { pageHref, type Scope } from '../../scope.ts';
import type { createUploads, EarlierSubmission, Upload } from './uploads.ts';

type Uploads = ReturnType<typeof createUploads>;
type PricedFile = Estimate['files'][number];

export function UploadList({
  scope,
  uploads,
  prices,
}: {
  scope: Scope;
  uploads: Uploads;
  prices: ReadonlyMap<string, PricedFile>;
}) {
  return (
    <ul class="uploads" aria-label="Files">
      {uploads.uploads.value.map((upload) => (
        <UploadItem key={upload.id} scope={scope} upload={upload} uploads={uploads} prices={prices} />
      ))}
    </ul>
  );
}

function UploadItem({
  scope,
  upload,
  uploads,
  prices,
}: {
  scope: Scope;
  upload: Upload;
  uploads: Uploads;
  prices: ReadonlyMap<string, PricedFile>;
}) {
  const { file, state, id } = upload;
  const current = state.value;
  const isSending = current.status === 'uploading';
  return (
    <li class={`upload upload-${current.status}`}>
      <TypeIcon type={fileTypeOf(file.name)?.assetType ?? null} />
      <div class="upload-main">
        <span class="file-name">
          <Untrusted text={file.name} />
        </span>
        {isSending && (
          <progress max={file.size} value={current.sentBytes} aria-label={`Upload of ${file.name}`} />
        )}
        <span class="upload-state">
          <StateText upload={upload} prices={prices} />
        </span>
        {upload.earlier.value !== null && <Earlier scope={scope} submission={upload.earlier.value} />}
        {upload.replaces.value !== null && (
          <Replaced scope={scope} upload={upload} asset={upload.replaces.value} />
        )}
      </div>
      <div class="upload-actions">
        {current.status === 'failed' && (
          <button type="button" class="button button-small" onClick={() => uploads.retry(upload)}>
            <Icon name="retry" />
            Try again<span class="visually-hidden"> {file.name}</span>
          </button>
        )}
        <button type="button" class="button button-quiet button-small" onClick={() => uploads.remove(id)}>
          <Icon name="cross" />
          {isSending ? 'Cancel' : 'Remove'}
          <span class="visually-hidden"> {file.name}</span>
        </button>
      </div>
    </li>
  );
}

/** Suggests the earlier version that a file replaces. The person can reject the suggestion. */
function Replaced({ scope, upload, asset }: { scope: Scope; upload: Upload; asset: Asset }) {
  return (
    <p class="upload-earlier">
      <Icon name="info" />
      <span>
        Replaces{' '}
        <a
          href={pageHref(scope, `/submissions/${asset.submissionId}/assets/${asset.assetId}`)}
          target="_blank"
        >
          <Untrusted text={asset.filename} />
        </a>{' '}
        of {formatTime(asset.createdAt)}. Decisions about issues that are still there are kept.{' '}
        <button
          type="button"
          class="button button-quiet button-small"
          onClick={() => (upload.replaces.value = null)}
        >
          Not a new version<span class="visually-hidden"> of {asset.filename}</span>
        </button>
      </span>
    </p>
  );
}

/** Says that the same bytes were checked before, with the result. */
function Earlier({ scope, submission }: { scope: Scope; submission: EarlierSubmission }) {
  const { submissionId, createdAt, verdict, severities, status } = submission;
  return (
    <p class="upload-earlier">
      <Icon name="info" />
      <span>
        The same file was submitted on {formatTime(createdAt)}
        {status === 'processing' && ' and is being checked'}
        {status !== 'processing' && verdict === null && severities !== null && `: ${issuesText(severities)}`}
        {verdict !== null && `: ${verdictWords[verdict]}`}.{' '}
        <a href={pageHref(scope, `/submissions/${submissionId}`)} target="_blank">
          Show it
        </a>
      </span>
    </p>
  );
}

const verdictWords = {
  pass: 'passes',
  pass_with_notes: 'passes, with notes',
  fail: 'fails',
  incomplete: 'not fully checked',
} as const;

function issuesText(counts: NonNullable<EarlierSubmission['severities']>): string {
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return total === 0 ? 'no issues' : count(total, 'issue');
}

function StateText({ upload, prices }: { upload: Upload; prices: ReadonlyMap<string, PricedFile> }) {
  const { file } = upload;
  const state = upload.state.value;
  const size = formatBytes(file.size);
  switch (state.status) {
    case 'waiting':
      return <span class="muted">{size} · waiting for another upload</span>;
    case 'uploading':
      return (
        <span class="muted">
          {formatBytes(state.sentBytes)} of {size} · {Math.floor((100 * state.sentBytes) / file.size)} %
        </span>
      );
    case 'uploaded': {
      const price = prices.get(state.blobPath);
      if (price === undefined) return <span class="muted">{size} · uploaded</span>;
      if (!price.priceable)
        return (
          <span class="fault">
            <Icon name="alert" />
            The file could not be measured. It may be damaged. Remove it to go on.
          </span>
        );
      return (
        <span class="muted">
          {size} · {measuredText(price)}
          <strong>{count(price.credits, 'credit')}</strong>
        </span>
      );
    }
    default:
      return (
        <span class="fault">
          <Icon name="alert" />
          {state.reason}
        </span>
      );
  }
}

function measuredText({ metric, metricValue }: PricedFile): string {
  if (metricValue === null) return '';
  return `${metric === 'pages' ? count(metricValue, 'page') : formatSeconds(metricValue)} · `;
}
