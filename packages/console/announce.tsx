import { signal } from '@preact/signals';

const message = signal('');

/** Announces a text to screen readers without moving the focus. */
export function announce(text: string): void {
  // Screen readers ignore an unchanged text, so a repeated text gets a no-break space.
  message.value = message.value === text ? `${text}\u00a0` : text;
}

export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {message}
    </div>
  );
}
