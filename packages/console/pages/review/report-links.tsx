import { useSignal } from '@preact/signals';
import type { ReportFormat } from '@assay/domain/report-formats/format-names.ts';
import { hasRole } from '../../api/session.ts';
import { apiUrl, type Scope } from '../../scope.ts';
import { ShareDialog } from './share-dialog.tsx';
import { timeFormatOf } from './time-format.ts';
import type { AssetMedia } from './view.ts';

const everyFile: [ReportFormat, string][] = [
  ['csv', 'CSV'],
  ['xml', 'EBU QC XML'],
];
const withFrames: [ReportFormat, string][] = [
  ['edl', 'Resolve EDL'],
  ['fcpxml', 'Final Cut Pro'],
  ['xmeml', 'Premiere'],
  ['avid.txt', 'Avid'],
  ['avid.xml', 'Avid XML'],
];

/**
 * Links that download the report of an asset: the checks and issues as they were when the asset finished.
 * @param path path of the asset in the public API
 */
export function ReportLinks({
  scope,
  path,
  filename,
  media,
}: {
  scope: Scope;
  path: string;
  filename: string;
  media: AssetMedia | null;
}) {
  const isSharing = useSignal(false);
  const facts = media?.facts ?? null;
  const formats: [ReportFormat, string][] = [
    ...everyFile,
    ...((facts?.durationSeconds ?? null) === null
      ? []
      : [['vtt', 'WebVTT'] satisfies [ReportFormat, string]]),
    ...(timeFormatOf(facts).rate === null ? [] : withFrames),
  ];
  const link = (ending: string, label: string) => (
    <a href={apiUrl(scope, `${path}/report.${ending}`)} download={`${filename}.report.${ending}`}>
      {label}
    </a>
  );
  return (
    <section class="report-links panel" aria-labelledby="report-heading">
      <h2 id="report-heading">Report</h2>
      <p>
        Download: {link('pdf', 'PDF')} · {link('json', 'JSON')}
        {formats.map(([format, label]) => (
          <> · {link(format, label)}</>
        ))}
      </p>
      {hasRole(scope.workspaceId, 'member') && (
        <p>
          <button type="button" class="button button-small" onClick={() => (isSharing.value = true)}>
            Share…
          </button>
        </p>
      )}
      {isSharing.value && <ShareDialog scope={scope} path={path} onClose={() => (isSharing.value = false)} />}
      <p>
        {link('jws', 'Signature of the JSON')} ·{' '}
        <a href="/verify" target="_blank">
          Verify a report
        </a>
      </p>
    </section>
  );
}
