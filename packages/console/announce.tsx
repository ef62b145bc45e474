import { signal } from '@preact/signals';

const message = signal('');

/** Has screen readers say a text, without moving the focus. */
export function announce(text: string): void {
  // The same text twice would not be announced.
  message.value = message.value === text ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {message}
    </div>
  );
}
