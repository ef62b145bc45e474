import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { prepareCanvas } from '../../../chart/draw-curve.ts';
import type { Size } from '../../../chart/use-canvas.ts';
import { frameAt } from '@assay/domain/time-code.ts';
import { formatNumber } from '../../../format.ts';
import type { TimeFormat } from '../time-format.ts';
import type { Curve } from '../view.ts';
import { curveStyles, valuesAt } from './curves.ts';
import type { Player } from './player.ts';
import { drawTile, type Tiles } from './storyboard.tsx';
import type { Viewport } from './viewport.ts';

interface Props {
  player: Player;
  viewport: Viewport;
  /** The element that covers the plots of all lanes. */
  plots: { current: HTMLDivElement | null };
  size: ReadonlySignal<Size>;
  tiles: Tiles | null;
  aspectRatio: number;
  curves: ReadonlyMap<string, Curve>;
  timeFormat: TimeFormat;
  children: ComponentChildren;
}

const tileWidth = 160;

/**
 * The lanes under one time axis. A press or a drag moves the playhead, two fingers or Ctrl and the wheel zoom, and the
 * horizontal wheel moves the visible part.
 */
export function TimeAxis({ player, viewport, plots, size, children, ...rest }: Props) {
  const hover = useSignal<number | null>(null);
  const pointers = useRef(new Map<number, number>());
  const { range } = viewport;
  const secondsAt = (x: number) => {
    const { from, to } = range.value;
    return from + (x / Math.max(1, size.value.width)) * (to - from);
  };
  const xOf = (event: MouseEvent) => event.clientX - plots.current!.getBoundingClientRect().left;

  const onPointerDown = (event: PointerEvent) => {
    const x = xOf(event);
    if (event.button !== 0 || x < 0 || (event.target as Element).closest('button, dialog') !== null) return;
    pointers.current.set(event.pointerId, x);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (pointers.current.size === 1) player.seek(secondsAt(x));
  };
  const onPointerMove = (event: PointerEvent) => {
    const x = xOf(event);
    if ((event.target as Element).closest('dialog') !== null) return;
    hover.value = x >= 0 && x <= size.value.width && event.pointerType === 'mouse' ? x : null;
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, x);
    if (other === undefined) return player.seek(secondsAt(Math.min(Math.max(0, x), size.value.width)));
    const [was, is] = [Math.abs(before - other), Math.abs(x - other)];
    if (was > 8 && is > 8) viewport.zoom(was / is, secondsAt((x + other) / 2));
  };
  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      viewport.zoom(Math.exp(event.deltaY * 0.01), secondsAt(xOf(event)));
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) {
      event.preventDefault();
      viewport.pan((event.deltaX || event.deltaY) / Math.max(1, size.value.width));
    }
  };
  return (
    <div
      class="axis"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={() => (hover.value = null)}
      onWheel={onWheel}
    >
      {children}
      <div class="axis-plots" ref={plots}>
        <Line class="playhead" seconds={player.seconds} {...{ range, size }} />
        {hover.value !== null && (
          <>
            <span class="hover-line" style={{ transform: `translateX(${hover.value}px)` }} />
            <HoverCard x={hover.value} seconds={secondsAt(hover.value)} width={size.value.width} {...rest} />
          </>
        )}
      </div>
    </div>
  );
}

/** A vertical line that follows a time without rendering the axis again. */
function Line({
  class: className,
  seconds,
  range,
  size,
}: {
  class: string;
  seconds: ReadonlySignal<number>;
  range: Viewport['range'];
  size: ReadonlySignal<Size>;
}) {
  const line = useRef<HTMLSpanElement>(null);
  useSignalEffect(() => {
    const { from, to } = range.value;
    const x = ((seconds.value - from) / (to - from)) * size.value.width;
    if (line.current === null) return;
    line.current.hidden = x < 0 || x > size.value.width;
    line.current.style.transform = `translateX(${x}px)`;
  });
  return <span class={className} ref={line} />;
}

/** The picture, the time and the values at the pointer. */
function HoverCard({
  x,
  seconds,
  width,
  tiles,
  aspectRatio,
  curves,
  timeFormat: { rate, format },
}: { x: number; seconds: number; width: number } & Pick<
  Props,
  'tiles' | 'aspectRatio' | 'curves' | 'timeFormat'
>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const height = tileWidth / aspectRatio;
  useSignalEffect(() => {
    if (tiles === null || canvas.current === null) return;
    drawTile(prepareCanvas(canvas.current, tileWidth, height), tiles, seconds, {
      left: 0,
      width: tileWidth,
      height,
    });
  });
  return (
    <div
      class="hover-card"
      aria-hidden="true"
      style={{ left: `${Math.min(Math.max(0, x - 112), Math.max(0, width - 224))}px` }}
    >
      {tiles !== null && <canvas ref={canvas} style={{ width: `${tileWidth}px`, height: `${height}px` }} />}
      <p class="hover-time">
        {format(seconds)}
        {rate !== null && <span class="muted"> frame {formatNumber(frameAt(seconds, rate))}</span>}
      </p>
      <dl>
        {[...curves].map(([name, curve]) => (
          <div key={name}>
            <dt>{curveStyles[name]!.title}</dt>
            <dd>{valuesAt(curve, seconds, curveStyles[name]!)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
