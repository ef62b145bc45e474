import { Button } from './transport.tsx';
import type { Viewport } from './viewport.ts';

interface Props {
  isWhole: boolean;
  pixelsPerFrame: number;
  zoom: (factor: number) => void;
  onOneToOne: () => void;
  onWhole: () => void;
}

export function ZoomButtons({ isWhole, pixelsPerFrame, zoom, onOneToOne, onWhole }: Props) {
  const isOneToOne = Math.abs(pixelsPerFrame - 1) < 0.01;
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <Button icon="zoom-out" title="Zoom out" isDisabled={isWhole} onPress={() => zoom(2)} />
      <Button icon="zoom-in" title="Zoom in" onPress={() => zoom(0.5)} />
      <button
        type="button"
        class="button button-icon"
        title="One pixel is one frame"
        disabled={isOneToOne || (isWhole && pixelsPerFrame > 1)}
        onClick={onOneToOne}
      >
        1:1
      </button>
      <Button icon="whole" title="Show the whole recording" isDisabled={isWhole} onPress={onWhole} />
    </div>
  );
}

/** Moves the visible part of a recording, as a scroll bar does. */
export function VisiblePart({
  viewport,
  durationSeconds,
  formatTime,
}: {
  viewport: Viewport;
  durationSeconds: number;
  formatTime: (seconds: number) => string;
}) {
  const { from, to } = viewport.range.value;
  return (
    <div class="lane lane-part">
      <div class="lane-head" />
      <input
        type="range"
        aria-label="Visible part"
        aria-valuetext={`${formatTime(from)} to ${formatTime(to)}`}
        min={0}
        max={durationSeconds - (to - from)}
        step="any"
        value={from}
        onInput={({ currentTarget }) => {
          const start = Number(currentTarget.value);
          viewport.show({ from: start, to: start + to - from });
        }}
      />
    </div>
  );
}
