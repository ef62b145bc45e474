import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { Untrusted } from '../../components/texts.tsx';
import { callApi, type Scope } from '../../scope.ts';
import { MediaView } from '../review/media-view.tsx';
import type { PairedView, SharedPlace } from '../review/paired-view.ts';
import type { AssetMedia } from '../review/view.ts';
import type { ComparedFile, ComparedIssue } from './comparison.ts';

interface Props {
  scope: Scope;
  newer: ComparedFile;
  earlier: ComparedFile;
  earlierIssues: readonly Issue[];
  issues: readonly ComparedIssue[];
  selected: ComparedIssue | null;
  onSelect: (issue: ComparedIssue) => void;
}

/** Two documents or images side by side. PDFs and images scroll and are enlarged in step. */
export function Files({ scope, newer, earlier, earlierIssues, issues, selected, onSelect }: Props) {
  const zoom = useSignal<number | 'fit'>('fit');
  const place = useSignal<SharedPlace | null>(null);
  const newerIssues = useMemo(
    () => issues.flatMap(({ issue, outcome }) => (outcome === 'fixed' ? [] : [issue])),
    [issues],
  );
  const selectedInNewer = selected === null || selected.outcome === 'fixed' ? null : selected.issue;
  const selectedInEarlier = earlierIssues.find(({ id }) => id === selected?.earlierId) ?? null;
  const select = (found: ComparedIssue | undefined) => {
    if (found !== undefined) onSelect(found);
  };
  return (
    <div class="review-media compare-media">
      <div class="compare-sides">
        <File
          scope={scope}
          file={earlier}
          label="Earlier version"
          issues={earlierIssues}
          selected={selectedInEarlier}
          onSelect={({ id }) => select(issues.find(({ earlierId }) => earlierId === id))}
          pair={{ side: 'earlier', hasKeys: false, leads: selectedInNewer === null, zoom, place }}
        />
        <File
          scope={scope}
          file={newer}
          label="Newer version"
          issues={newerIssues}
          selected={selectedInNewer}
          onSelect={(issue) => select(issues.find((each) => each.issue === issue))}
          pair={{ side: 'newer', hasKeys: true, leads: selectedInEarlier === null, zoom, place }}
        />
      </div>
    </div>
  );
}

/** A file with its issues. Its view gets new links when its link has expired. */
function File({
  scope,
  file: { asset, media, path },
  label,
  ...view
}: {
  scope: Scope;
  file: ComparedFile;
  label: string;
  issues: readonly Issue[];
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
  pair: PairedView;
}) {
  const renewed = useSignal<AssetMedia | null>(null);
  return (
    <section class="compare-side" aria-label={label}>
      <h2>
        <Untrusted text={asset.filename} />
      </h2>
      <MediaView
        {...{ scope, path, ...view }}
        assetType={asset.assetType}
        media={renewed.value ?? media}
        flashes="none"
        readMedia={async () =>
          (renewed.value = await callApi<AssetMedia>(scope, 'GET', `${path}/media`, undefined))
        }
      />
    </section>
  );
}
