import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Player } from './player.ts';

interface Props {
  class: string;
  label: string;
  /** The text that screen readers announce for the position. */
  text: ReadonlySignal<string>;
  player: Player;
  durationSeconds: number;
  stepSeconds: number;
  children?: ComponentChildren;
}

/** A lane whose cursor is the playhead. Arrows, Page Up, Page Down, Home and End move the playhead. */
export function Slider({
  class: className,
  label,
  text,
  player,
  durationSeconds,
  stepSeconds,
  children,
}: Props) {
  const moves: Record<string, ((at: number) => number) | undefined> = {
    ArrowRight: (at) => at + stepSeconds,
    ArrowUp: (at) => at + stepSeconds,
    ArrowLeft: (at) => at - stepSeconds,
    ArrowDown: (at) => at - stepSeconds,
    PageUp: (at) => at + 10 * stepSeconds,
    PageDown: (at) => at - 10 * stepSeconds,
    Home: () => 0,
    End: () => durationSeconds,
  };
  return (
    <div
      class={className}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={player.restingSeconds}
      aria-valuetext={text}
      onKeyDown={(event) => {
        const move = moves[event.key];
        if (move === undefined || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        player.pause();
        player.seek(move(player.seconds.value));
      }}
    >
      {children}
    </div>
  );
}
