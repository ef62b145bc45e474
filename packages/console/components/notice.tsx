import type { ComponentChildren } from 'preact';
import { ApiFault, isTransient, Unreachable } from '../api/request.ts';
import { formatClock } from '../format.ts';
import { Icon } from './icon.tsx';

type Tone = 'error' | 'warning' | 'info';

/** A message beside the content that it describes. Screen readers announce an `error` immediately. */
export function Notice({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`notice notice-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      <div>{children}</div>
    </div>
  );
}

/**
 * Shows why something failed and what to do. Renders nothing if `error` is null.
 * @param isRetried true if the page retries automatically after a transient error, as `useLive` does
 */
export function ErrorNotice({
  error,
  what,
  isRetried = false,
}: {
  error: Error | null;
  what: string;
  isRetried?: boolean;
}) {
  if (error === null) return null;
  return (
    <Notice tone="error">
      <p>
        <strong>{what}</strong> {error.message}
      </p>
      <p>{isRetried && isTransient(error) ? 'The page tries again by itself.' : adviceFor(error)}</p>
    </Notice>
  );
}

function adviceFor(error: Error): string {
  if (error instanceof Unreachable) return 'Check your connection, then try again.';
  if (!(error instanceof ApiFault)) return 'Reload the page.';
  const { status, retryAfterSeconds } = error;
  if (status === 429)
    return `Try again${retryAfterSeconds === null ? ' later' : ` in ${retryAfterSeconds} seconds`}.`;
  if (status === 402) return 'Ask the operator of this installation about the plan of the workspace.';
  if (status === 403) return 'Ask an admin of the workspace for a role that permits this.';
  if (status === 401) return 'Sign in again.';
  if (status >= 500) return 'Try again. If it happens again, tell the operator of this installation.';
  return '';
}

/** Shows that the service is unavailable and how old the shown data is. Renders nothing while the service responds. */
export function AwayNotice({ error, at }: { error: Error | null; at: Date | null }) {
  if (error === null || at === null) return null;
  return (
    <Notice tone="warning">
      <p>
        <strong>{error instanceof Unreachable ? 'The service cannot be reached.' : error.message}</strong> You
        see the state of {formatClock(at)}. The page tries again by itself.
      </p>
    </Notice>
  );
}
