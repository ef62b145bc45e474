import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { count } from '../../../format.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';

/** `fit`: each page fits the width of the viewer. A number: the factor of the zoom, where 1 is 100 %. */
export type Zoom = 'fit' | number;

/** Steps of the zoom in percent. */
export const zoomSteps = [25, 50, 75, 100, 125, 150, 200, 300, 400];

interface Props {
  current: number;
  pageCount: number;
  percent: number;
  isFit: boolean;
  /** The number of issues that are on no page. */
  elsewhere: number;
  onOpen: (page: number) => void;
  onStep: (by: 1 | -1) => void;
  onFit: () => void;
}

export function PdfToolbar({ current, pageCount, elsewhere, onOpen, ...zoom }: Props) {
  const id = useId();
  /** The page number that is being typed. Kept here, because loading pages render the toolbar again. */
  const typed = useSignal<string | null>(null);
  return (
    <div class="viewer-bar" role="group" aria-label="Page and zoom">
      <button
        type="button"
        class="button button-small"
        disabled={current <= 1}
        aria-label="Previous page"
        onClick={() => onOpen(current - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="button button-small"
        disabled={current >= pageCount}
        aria-label="Next page"
        onClick={() => onOpen(current + 1)}
      >
        ↓
      </button>
      <label for={id} class="visually-hidden">
        Page
      </label>
      <input
        id={id}
        class="pdf-number"
        type="number"
        min={1}
        max={pageCount}
        value={typed.value ?? current}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        onBlur={() => (typed.value = null)}
        onChange={({ currentTarget }) => {
          typed.value = null;
          if (currentTarget.value !== '') onOpen(Math.round(currentTarget.valueAsNumber));
        }}
      />
      <span class="muted">of {pageCount}</span>
      <ZoomButtons {...zoom} fitTitle="Fit the width" />
      {elsewhere > 0 && <span class="muted viewer-note">{count(elsewhere, 'issue')} on no page</span>}
    </div>
  );
}
