import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hasEnded, loadSession, mayHaveBeenExtended, session } from '../api/session.ts';
import type { Session } from '../api/shapes.ts';
import { formatClock } from '../format.ts';
import { Dialog } from './dialog.tsx';

/** Milliseconds before the end of a session at which the page shows a warning (WCAG 2.2, 2.2.1). */
const warningMs = 120_000;
const checkMs = 5_000;

type Warning = { endsAt: Date; canBeExtended: boolean };

/** Returns when a session ends if it is not used, in milliseconds since 1970. */
function endOf({ expiresAt, idleExpiresAt }: Session): number {
  return Math.min(Date.parse(expiresAt), Date.parse(idleExpiresAt));
}

/**
 * Warns two minutes before the session ends. After the end of the session, asks for a new sign-in in a dialog above the
 * page, so that the page keeps its input.
 */
export function SessionWatch() {
  const warning = useSignal<Warning | null>(null);
  const dismissedFor = useSignal(0);
  useEffect(() => {
    const check = async () => {
      if (hasEnded.value) return loadSession();
      if (endOf(session.value!) - Date.now() <= warningMs && mayHaveBeenExtended()) await loadSession();
      if (!session.value) return;
      const endsAt = endOf(session.value);
      if (endsAt - Date.now() > warningMs) {
        warning.value = null;
        return;
      }
      if (endsAt <= Date.now()) return loadSession();
      const canBeExtended = endsAt < Date.parse(session.value.expiresAt);
      if (dismissedFor.value !== endsAt) warning.value = { endsAt: new Date(endsAt), canBeExtended };
    };
    // A failed check is ignored, because the next one follows within seconds.
    const timer = setInterval(() => void check().catch(() => undefined), checkMs);
    return () => clearInterval(timer);
  }, []);

  if (hasEnded.value) {
    return (
      <Dialog title="Your session has ended" isAlert>
        <p>
          Open a new sign-in link in this browser. This page then continues by itself, and keeps what you
          typed.
        </p>
        <p class="muted">
          Ask the operator of this installation for a link:{' '}
          <code>
            npm run admin <span class="nowrap">--</span> members link MEMBER
          </code>
        </p>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={() => void loadSession().catch(() => undefined)}>
            I have signed in
          </button>
        </div>
      </Dialog>
    );
  }
  if (warning.value === null) return null;
  const { endsAt, canBeExtended } = warning.value;
  const dismiss = () => {
    dismissedFor.value = endsAt.getTime();
    warning.value = null;
  };
  const stay = async () => {
    await loadSession();
    warning.value = null;
  };
  return (
    <Dialog title="You will be signed out soon" isAlert onClose={dismiss}>
      <p>
        Your session ends at {formatClock(endsAt)}.{' '}
        {canBeExtended
          ? 'Sessions end after 12 hours without input.'
          : 'Sessions end after seven days. You then need a new sign-in link; this page keeps what you typed.'}
      </p>
      <div class="dialog-actions">
        {canBeExtended ? (
          <button
            type="button"
            class="button button-primary"
            onClick={() => void stay().catch(() => undefined)}
          >
            Stay signed in
          </button>
        ) : (
          <button type="button" class="button button-primary" onClick={dismiss}>
            OK
          </button>
        )}
      </div>
    </Dialog>
  );
}
