import type { Signal } from '@preact/signals';

/** The state that a view shares with the view beside it, on the page that compares two files. */
export interface PairedView {
  side: 'earlier' | 'newer';
  /** True if this view has the keys of both. */
  hasKeys: boolean;
  /** True if the other view follows this one to its selected issue. False if the other has a selected issue too. */
  leads: boolean;
  zoom: Signal<number | 'fit'>;
  place: Signal<SharedPlace | null>;
}

/** The place that a view shows, after it was moved. */
export interface SharedPlace {
  from: PairedView['side'];
  /**
   * For a PDF, the page at the upper edge and the share (0–1) of the page above the edge. For an image, the centre as
   * shares of the width and the height.
   */
  at: readonly [number, number];
}
