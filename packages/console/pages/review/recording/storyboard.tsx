import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { prepareCanvas } from '../../../chart/draw-curve.ts';
import type { Storyboard } from '../view.ts';
import type { Range } from './viewport.ts';

export interface Tiles {
  image: HTMLImageElement;
  board: Storyboard;
}

export function useTiles(board: Storyboard | null): ReadonlySignal<Tiles | null> {
  const tiles = useSignal<Tiles | null>(null);
  useEffect(() => {
    if (board === null) return;
    const image = new Image();
    image.onload = () => (tiles.value = { image, board });
    image.src = board.url;
    return () => (image.onload = null);
  }, [board?.url]);
  return tiles;
}

/** Draws the last picture that was taken at or before a time. */
export function drawTile(
  context: CanvasRenderingContext2D,
  { image, board }: Tiles,
  seconds: number,
  { left, width, height }: { left: number; width: number; height: number },
): void {
  const index = Math.floor((seconds - board.startSeconds) / board.stepSeconds);
  const tile = Math.min(board.count - 1, Math.max(0, index));
  const [across, down] = [image.naturalWidth / board.columns, image.naturalHeight / board.rows];
  const [column, row] = [tile % board.columns, Math.floor(tile / board.columns)];
  context.drawImage(image, column * across, row * down, across, down, left, 0, width, height);
}

export function StoryboardLane({
  tiles,
  aspectRatio,
  range: { from, to },
  width,
}: {
  tiles: Tiles | null;
  aspectRatio: number;
  range: Range;
  width: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (tiles === null || width === 0) return;
    const element = canvas.current!;
    const height = element.clientHeight;
    const context = prepareCanvas(element, width, height);
    const number = Math.max(1, Math.round(width / (height * aspectRatio)));
    const each = width / number;
    for (let index = 0; index < number; index++) {
      const seconds = from + ((index + 0.5) / number) * (to - from);
      drawTile(context, tiles, seconds, { left: index * each, width: each, height });
    }
  }, [tiles, from, to, width]);
  return (
    <div class="lane lane-storyboard">
      <div class="lane-head">
        <h3>Storyboard</h3>
      </div>
      <div class="lane-plot">
        <canvas class="lane-canvas" ref={canvas} aria-hidden="true" />
      </div>
    </div>
  );
}
