import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { drawGrid, drawLayer, heightOf, type Layer, prepareCanvas } from '../../../chart/draw-curve.ts';
import { colorOf, isDark, type Size } from '../../../chart/use-canvas.ts';
import { Icon } from '../../../components/icon.tsx';
import type { Scope } from '../../../scope.ts';
import type { TimeFormat } from '../time-format.ts';
import type { Curve, CurveInfo } from '../view.ts';
import { CurveTable } from './curve-table.tsx';
import {
  amplitudeOf,
  channelName,
  type CurveStyle,
  extremeOf,
  formatValue,
  unitOf,
  valuesAt,
} from './curves.ts';
import type { Player } from './player.ts';
import { Slider } from './slider.tsx';
import { useCurve } from './use-curve.ts';
import type { Range } from './viewport.ts';

interface Props {
  scope: Scope;
  path: string;
  info: CurveInfo;
  style: CurveStyle;
  range: Range;
  size: ReadonlySignal<Size>;
  player: Player;
  durationSeconds: number;
  timeFormat: TimeFormat;
  /** Called with the shown points, so that the card at the pointer can show their values. */
  onLoad: (curve: Curve) => void;
}

/** One curve on the time axis, with its value at the playhead, its extreme and its limits. */
export function CurveLane({
  scope,
  path,
  info,
  style,
  range,
  size,
  player,
  durationSeconds,
  ...rest
}: Props) {
  const { timeFormat, onLoad } = rest;
  const { shown, whole, error } = useCurve(scope, path, info, range, size.value.width);
  const isTableShown = useSignal(false);
  const curve = shown.value;
  useEffect(() => {
    if (curve !== null) onLoad(curve);
  }, [curve]);
  const now = useComputed(() =>
    shown.value === null ? '' : valuesAt(shown.value, player.seconds.value, style),
  );
  const text = useComputed(() => {
    const at = player.restingSeconds.value;
    return `${timeFormat.format(at)}, ${shown.value === null ? 'not loaded' : valuesAt(shown.value, at, style)}`;
  });
  const step = curve?.stepSeconds ?? info.stepSeconds;
  return (
    <section class="lane" aria-label={style.title}>
      <div class="lane-head">
        <h3>{style.title}</h3>
        <button
          type="button"
          class="lane-table"
          aria-haspopup="dialog"
          disabled={curve === null}
          onClick={() => (isTableShown.value = true)}
        >
          <Icon name="table" />
          <span class="visually-hidden">Numbers of {style.title}</span>
        </button>
        <p class="lane-now">{now}</p>
        <p class="lane-extreme">{summaryOf(whole.value ?? curve, style, timeFormat)}</p>
      </div>
      <Slider
        class={`lane-plot ${style.isWaveform === true && info.channels.length > 2 ? 'lane-plot-tall' : ''}`}
        label={`${style.title} at the playhead`}
        text={text}
        player={player}
        durationSeconds={durationSeconds}
        stepSeconds={step}
      >
        {curve !== null && <Plot curve={curve} style={style} range={range} width={size.value.width} />}
        {curve === null && error.value !== null && (
          <span class="lane-error">The curve could not be loaded. {error.value.message}</span>
        )}
        {curve?.complete === false && (
          <span class="lane-error">Only the first part of the file was decoded.</span>
        )}
      </Slider>
      {isTableShown.value && curve !== null && (
        <CurveTable {...{ curve, style, range, timeFormat }} onClose={() => (isTableShown.value = false)} />
      )}
    </section>
  );
}

/** Returns the extreme of a curve as text, for example `max −0.4 dBTP at 00:01:12:00`. */
function summaryOf(curve: Curve | null, style: CurveStyle, { format }: TimeFormat): string {
  if (curve === null) return '';
  const found = extremeOf(curve, style);
  if (found === null) return 'nothing measured';
  const unit = unitOf(curve, style);
  return `${style.extreme === 'lowest' ? 'min' : 'max'} ${formatValue(found.value, style)}${unit === '' ? '' : ` ${unit}`} at ${format(found.seconds)}`;
}

/** Maximum number of limits with names in the plot, because names would overlap. The table has all names. */
const maxNamedLimits = 1;

const channelColors = ['--curve-1', '--curve-2', '--curve-3', '--curve-4'];

function Plot({
  curve,
  style,
  range,
  width,
}: {
  curve: Curve;
  style: CurveStyle;
  range: Range;
  width: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { startSeconds, stepSeconds, channels } = curve;
  const area = { fromSeconds: range.from, toSeconds: range.to, low: style.low, high: style.high, width };
  useLayoutEffect(() => {
    const element = canvas.current!;
    const height = element.clientHeight;
    const context = prepareCanvas(element, width, height);
    drawGrid(context, { ...area, top: 0, height }, style.grid, colorOf(element, '--line'));
    const rows = style.isWaveform === true ? channels.length : 1;
    for (const [index, channel] of channels.entries()) {
      const isWaveform = style.isWaveform === true;
      const layer: Layer = {
        startSeconds,
        stepSeconds,
        min: isWaveform ? channel.min.map(amplitudeOf) : channel.min,
        max: isWaveform ? channel.max.map(amplitudeOf) : channel.max,
        color: colorOf(element, channelColors[isWaveform ? 0 : index % channelColors.length]!),
        kind: isWaveform ? 'mirror' : 'line',
        isDashed: !isWaveform && index === 1 && channels.length > 1,
        lineWidth: 1.5,
      };
      const top = isWaveform ? (index * height) / rows : 0;
      drawLayer(context, { ...area, top, height: height / rows }, layer);
    }
  }, [curve, range.from, range.to, width, isDark.value]);
  // Several rules can have the same limit, which is drawn only once.
  const limits = [...new Map(curve.limits.map((limit) => [`${limit.value} ${limit.label}`, limit])).values()];
  limits.sort((a, b) => b.value - a.value);
  const full = { ...area, top: 0, height: 100 };
  return (
    <>
      <canvas class="lane-canvas" ref={canvas} aria-hidden="true" />
      {style.isWaveform !== true &&
        limits.map(({ value, label }, index) => (
          <span key={`${value} ${label}`} class="lane-limit" style={{ top: `${heightOf(value, full)}%` }}>
            <span class="lane-limit-text" title={label} style={{ insetInlineEnd: `${index * 2.5}rem` }}>
              {formatValue(value, style)}{' '}
              {limits.length <= maxNamedLimits && `${unitOf(curve, style)} ${label}`}
            </span>
          </span>
        ))}
      {channels.length > 1 && style.isWaveform !== true && (
        <span class="lane-legend" aria-hidden="true">
          {channels.map(({ name }, index) => (
            <span key={name} class={`legend-${index + 1}`}>
              {channelName(name)}
            </span>
          ))}
        </span>
      )}
      {style.isWaveform === true &&
        channels.map(({ name }, index) => (
          <span
            key={name}
            class="lane-legend"
            style={{ top: `${(index / channels.length) * 100}%` }}
            aria-hidden="true"
          >
            {channelName(name)}
          </span>
        ))}
    </>
  );
}
