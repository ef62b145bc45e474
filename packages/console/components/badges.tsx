import type { Submission } from '@assay/client/shapes.ts';
import { type Severity, severities } from '@assay/domain/sidekick.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import { count, formatNumber } from '../format.ts';
import { Untrusted } from './texts.tsx';

// Severities and statuses differ by shape and text, because some people cannot distinguish their colours.

const shapes: Record<Severity, string> = {
  critical: 'M8 1.500 15 14H1Z',
  major: 'M8 1 15 8 8 15 1 8Z',
  minor: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z',
  info: 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3Z',
};

export function SeverityShape({ severity }: { severity: Severity }) {
  return (
    <svg class={`shape shape-${severity}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[severity]} />
    </svg>
  );
}

export function SeverityLabel({ severity }: { severity: Severity }) {
  return (
    <span class={`severity severity-${severity}`}>
      <SeverityShape severity={severity} />
      {severity}
    </span>
  );
}

export function SeverityCounts({ counts }: { counts: Record<Severity, number> }) {
  const found = severities.filter((severity) => counts[severity] > 0);
  if (found.length === 0) return <span class="muted">No issues</span>;
  return (
    <ul class="severity-counts">
      {found.map((severity) => (
        <li key={severity} class={`severity severity-${severity}`}>
          <SeverityShape severity={severity} />
          {formatNumber(counts[severity])} {severity}
        </li>
      ))}
    </ul>
  );
}

const verdictShapes: Record<Verdict, string> = {
  fail: 'm4.500 4.500 7 7m0-7-7 7',
  incomplete: 'M8 4v5m0 2.500v.500',
  pass_with_notes: 'M3.500 8.500 6.500 11.500 12.500 5',
  pass: 'M3.500 8.500 6.500 11.500 12.500 5',
};
const verdictTexts: Record<Verdict, string> = {
  fail: 'Fails',
  incomplete: 'Not fully checked for',
  pass_with_notes: 'Passes, with notes,',
  pass: 'Passes',
};

/** The verdicts without the name of a profile, from worst to best. */
export const verdictNames: Record<Verdict, string> = {
  fail: 'Fails',
  incomplete: 'Not fully checked',
  pass_with_notes: 'Passes with notes',
  pass: 'Passes',
};

/** Names the version of a profile that judges a file, and links to it. @param href absent: no link */
export function ProfileVersion({
  profile: { name, version },
  href,
}: {
  profile: { name: string; version: number };
  href?: string;
}) {
  const shown = (
    <>
      <Untrusted text={name} />, version {version}
    </>
  );
  return href === undefined ? shown : <a href={href}>{shown}</a>;
}

/** Shows the verdict by a profile with its reason, such as `Fails Podcast, version 2: 1 of 12 checks failed`. */
export function VerdictLabel({
  verdict,
  profile,
  href,
  reason = null,
}: {
  verdict: Verdict;
  profile: { name: string; version: number };
  /** The page of the profile. Absent: no link. */
  href?: string;
  reason?: string | null;
}) {
  return (
    <span class={`verdict verdict-${verdict}`}>
      <VerdictIcon verdict={verdict} />
      <span>
        {verdictTexts[verdict]} <ProfileVersion profile={profile} href={href} />
        {reason !== null && `: ${reason}`}
      </span>
    </span>
  );
}

/** Shows a verdict without the profile. */
export function ShortVerdict({ verdict }: { verdict: Verdict }) {
  return (
    <span class={`verdict verdict-${verdict}`}>
      <VerdictIcon verdict={verdict} />
      {verdictNames[verdict]}
    </span>
  );
}

function VerdictIcon({ verdict }: { verdict: Verdict }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={verdictShapes[verdict]} />
    </svg>
  );
}

/** The status of a submission, of an asset, or of a webhook delivery. */
type Status = Submission['status'] | 'pending' | 'succeeded' | 'skipped';

const statusShapes: Record<Status, string> = {
  pending: 'M8 2.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11ZM8 5v3.200l2 1.300',
  processing: 'M8 2.500A5.500 5.500 0 1 1 2.500 8',
  complete: 'M3.500 8.500 6.500 11.500 12.500 5',
  failed: 'm4.500 4.500 7 7m0-7-7 7',
  succeeded: 'M3.500 8.500 6.500 11.500 12.500 5',
  skipped: 'M4 8h8',
};
const statusTexts: Record<Status, string> = {
  pending: 'Waiting',
  processing: 'Processing',
  complete: 'Complete',
  failed: 'Failed',
  succeeded: 'Delivered',
  skipped: 'Skipped',
};

/** Shows a status. While more than one asset is examined, also shows how many have finished. */
export function StatusLabel({
  status,
  progress,
}: {
  status: Status;
  progress?: { finished: number; total: number };
}) {
  const shown = status === 'processing' && progress !== undefined && progress.total > 1 ? progress : null;
  return (
    <span class={`status status-${status}`}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={statusShapes[status]} />
      </svg>
      {statusTexts[status]}
      {shown && (
        <span class="muted" title={`${shown.finished} of ${count(shown.total, 'asset')} finished`}>
          {shown.finished}/{shown.total}
        </span>
      )}
    </span>
  );
}
