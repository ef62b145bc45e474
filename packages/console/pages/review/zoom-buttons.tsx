interface Props {
  percent: number;
  isFit: boolean;
  fitTitle: string;
  onStep: (by: 1 | -1) => void;
  onFit: () => void;
}

export function ZoomButtons({ percent, isFit, fitTitle, onStep, onFit }: Props) {
  return (
    <span class="zoom" role="group" aria-label="Zoom">
      <button type="button" class="button button-small" aria-label="Zoom out" onClick={() => onStep(-1)}>
        −
      </button>
      <span class="zoom-percent">{percent} %</span>
      <button type="button" class="button button-small" aria-label="Zoom in" onClick={() => onStep(1)}>
        +
      </button>
      <button
        type="button"
        class="button button-small"
        aria-pressed={isFit}
        aria-label={fitTitle}
        onClick={onFit}
      >
        Fit
      </button>
    </span>
  );
}
