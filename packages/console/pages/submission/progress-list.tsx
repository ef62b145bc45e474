import type { components } from '@assay/client/schema.ts';
import type { Asset } from '@assay/client/shapes.ts';
import { AwayNotice, ErrorNotice } from '../../components/notice.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { count } from '../../format.ts';
import { livePollMs, useLive } from '../../live.ts';
import { callApi, type Scope } from '../../scope.ts';

type Progress = components['schemas']['AssetProgress'];
type Sidekick = Progress['sidekicks'][number];

const isInProgress = ({ status }: Pick<Progress, 'status'>) =>
  status === 'pending' || status === 'processing';

/** The states of the sidekicks of an asset. Read again while the asset is in progress. */
export function ProgressList({ scope, path, asset }: { scope: Scope; path: string; asset: Asset }) {
  const { data, at, error } = useLive(
    `${path} ${asset.version} ${asset.status}`,
    (signal) => callApi<Progress>(scope, 'GET', `${path}/progress`, undefined, signal),
    (progress) => (isInProgress(progress) ? livePollMs : null),
  );
  if (data === null) return <ErrorNotice error={error} what="The progress could not be loaded." isRetried />;
  const shown = data.sidekicks.filter(({ state }) => state !== 'not_applicable');
  return (
    <>
      <AwayNotice error={error} at={at} />
      {shown.length > 0 && (
        <ul class="sidekick-states" aria-label={`Sidekicks of ${asset.filename}`}>
          {shown.map((sidekick) => (
            <li key={sidekick.sidekickId} class={`sidekick-${sidekick.state}`}>
              <span class="sidekick-name">
                <Untrusted text={sidekick.name} />
              </span>
              <State sidekick={sidekick} decoded={data.decoded} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function State({ sidekick, decoded }: { sidekick: Sidekick; decoded: number | null }) {
  const { state, findingCount, name } = sidekick;
  switch (state) {
    case 'waiting':
      return <span class="muted">Waiting</span>;
    case 'decoding': {
      const share = decoded ?? 0;
      return (
        <span class="sidekick-decoding">
          <progress max={1} value={share} aria-label={`Decoding for ${name}`} />
          Decoding {Math.floor(100 * share)} %
        </span>
      );
    }
    case 'reading_text':
      return <span>Reading text</span>;
    case 'running':
      return <span>Running</span>;
    case 'done':
      return findingCount === 0 ? (
        <span class="muted">No findings</span>
      ) : (
        <span>{count(findingCount ?? 0, 'finding')}</span>
      );
    case 'skipped':
      return <span>Skipped by the operator: its rules were not checked</span>;
    default:
      return <span>No result, because the asset failed</span>;
  }
}
