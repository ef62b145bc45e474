import type { Asset, Issue } from '@assay/client/shapes.ts';
import { ApiFault } from '../../api/request.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { Empty, Loading, PageHeading } from '../../components/page.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import { query } from '../../navigation.ts';
import { callApi, pageHref, type Scope } from '../../scope.ts';
import type { AssetMedia } from '../review/view.ts';
import { Compare } from './compare.tsx';
import { type ComparedFile, type Comparison, sidesOf } from './comparison.ts';
import '../review/review.css';
import './compare.css';

interface Props {
  scope: Scope;
  submissionId: string;
  assetId: string;
}

interface Loaded {
  comparison: Comparison;
  newer: ComparedFile;
  earlier: ComparedFile;
  /** The issues of the earlier file if files are shown. A comparison lacks those that are still there. */
  earlierIssues: readonly Issue[];
}

/** Compares an asset with the one that it replaces, or with the one that `with` in the URL names. */
export function ComparePage({ scope, submissionId, assetId }: Props) {
  const page = `/submissions/${encodeURIComponent(submissionId)}/assets/${encodeURIComponent(assetId)}`;
  const wanted = query.value.get('with');
  const { data, error, refresh } = useLive<Loaded>(
    `${scope.workspaceId} ${scope.environment} ${page} ${wanted ?? ''}`,
    async (signal) => {
      const read = <T,>(path: string) => callApi<T>(scope, 'GET', path, undefined, signal);
      const fileAt = async (at: string): Promise<ComparedFile> => {
        const path = `/api/integrations${at}`;
        const [asset, media] = await Promise.all([read<Asset>(path), read<AssetMedia>(`${path}/media`)]);
        return { asset, media, path, page: at };
      };
      const by = wanted === null ? '' : `?with=${encodeURIComponent(wanted)}`;
      const [comparison, newer] = await Promise.all([
        read<Comparison>(`/api/integrations${page}/compare${by}`),
        fileAt(page),
      ]);
      const { with: other } = comparison;
      const earlier = await fileAt(`/submissions/${other.submissionId}/assets/${other.assetId}`);
      const earlierIssues =
        sidesOf(newer, earlier) === 'files'
          ? (await read<{ issues: Issue[] }>(`${earlier.path}/issues`)).issues
          : [];
      return { comparison, newer, earlier, earlierIssues };
    },
    () => null,
  );
  const isImpossible = error instanceof ApiFault && (error.status === 404 || error.status === 422);
  return (
    <>
      <a class="back back-review" href={pageHref(scope, page)}>
        Review
      </a>
      {data === null ? (
        <>
          <PageHeading title="Compare" />
          {error === null && <Loading what="the comparison" />}
          {isImpossible ? (
            <Empty title="There is nothing to compare.">
              <p>
                The file replaces no other file of this workspace, or one of the files has not been examined
                or was removed.
              </p>
            </Empty>
          ) : (
            <ErrorNotice error={error} what="The files could not be compared." isRetried />
          )}
        </>
      ) : (
        <>
          <PageHeading
            title={`Compare ${data.newer.asset.filename}`}
            shown={
              <>
                <Untrusted text={data.newer.asset.filename} /> <span class="muted">compared with</span>{' '}
                <Untrusted text={data.earlier.asset.filename} />
              </>
            }
          />
          <Compare {...data} scope={scope} onDecided={refresh} />
        </>
      )}
    </>
  );
}
