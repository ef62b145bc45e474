import { type ReadonlySignal, signal } from '@preact/signals';

/** The visible part of a recording, in seconds. */
export interface Range {
  from: number;
  to: number;
}

export interface Viewport {
  range: ReadonlySignal<Range>;
  show: (range: Range) => void;
  /** Multiplies the length of the visible part by `factor`. The time `at` stays in its place. */
  zoom: (factor: number, at: number) => void;
  /** Moves the visible part by a share of its length. */
  pan: (share: number) => void;
  showAll: () => void;
  /** Moves the visible part, without zooming, so that a time is in it. */
  reveal: (seconds: number) => void;
}

/** Maximum width of a frame in CSS pixels, which limits the zoom. */
const maxPixelsPerFrame = 24;

/**
 * @param duration seconds of the recording, more than 0
 * @param rate frames per second; 25 if there are no frames
 * @param width returns the width of the plots in CSS pixels
 */
export function createViewport(duration: number, rate: number, width: () => number): Viewport {
  const all = { from: 0, to: duration };
  const range = signal<Range>(all);
  const clamp = ({ from, to }: Range): Range => {
    const least = Math.min(duration, Math.max(1, width()) / rate / maxPixelsPerFrame);
    const span = Math.min(duration, Math.max(least, to - from));
    const middle = (from + to) / 2;
    const start = Math.min(Math.max(0, middle - span / 2), duration - span);
    return { from: start, to: start + span };
  };
  const show = (next: Range) => {
    const { from, to } = clamp(next);
    if (from !== range.value.from || to !== range.value.to) range.value = { from, to };
  };
  return {
    range,
    show,
    zoom(factor, at) {
      const { from, to } = range.value;
      const span = clamp({ from: 0, to: (to - from) * factor });
      const length = span.to - span.from;
      const share = (at - from) / (to - from);
      show({ from: at - share * length, to: at + (1 - share) * length });
    },
    pan(share) {
      const { from, to } = range.value;
      const by = share * (to - from);
      const start = Math.min(Math.max(0, from + by), duration - (to - from));
      show({ from: start, to: start + to - from });
    },
    showAll: () => show(all),
    reveal(seconds) {
      const { from, to } = range.value;
      if (seconds >= from && seconds <= to) return;
      const span = to - from;
      const start = Math.min(Math.max(0, seconds - span / 10), duration - span);
      show({ from: start, to: start + span });
    },
  };
}
