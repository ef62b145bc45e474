import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { TimeFormat } from '../time-format.ts';
import type { Player } from './player.ts';
import { Slider } from './slider.tsx';
import type { Range } from './viewport.ts';

/** Possible distances between labels: in frames at the nominal frame rate, and in seconds. */
const frameSteps = [1, 2, 5, 10];
const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
/** Space for one label in CSS pixels, at a text size of 100 %. */
const labelWidth = 104;

interface Props {
  player: Player;
  timeFormat: TimeFormat;
  durationSeconds: number;
  range: Range;
  width: number;
  children: ComponentChildren;
}

export function Ruler({ player, timeFormat, durationSeconds, range: { from, to }, width, children }: Props) {
  const text = useComputed(() => timeFormat.format(player.restingSeconds.value));
  const rate = timeFormat.rate ?? 25;
  return (
    <div class="lane lane-ruler">
      <div class="lane-head">{children}</div>
      <Slider
        class="lane-plot"
        label="Position"
        text={text}
        player={player}
        durationSeconds={durationSeconds}
        stepSeconds={1 / rate}
      >
        {width > 0 &&
          ticksOf(from, to, rate, width).map((seconds) => (
            <span
              key={seconds}
              class="tick"
              style={{ left: `${((seconds - from) / (to - from)) * width}px` }}
              aria-hidden="true"
            >
              {timeFormat.format(seconds)}
            </span>
          ))}
      </Slider>
    </div>
  );
}

/** Returns the times of the labels. They are at frames whose number is a multiple of a round step. */
function ticksOf(from: number, to: number, rate: number, width: number): number[] {
  const nominal = Math.round(rate);
  const steps = [
    ...frameSteps.filter((step) => step < nominal),
    ...secondSteps.map((step) => step * nominal),
  ];
  const pixelsPerFrame = width / ((to - from) * rate);
  const fontScale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const step = steps.find((each) => each * pixelsPerFrame >= labelWidth * fontScale) ?? steps.at(-1)!;
  const ticks: number[] = [];
  for (let frame = Math.ceil((from * rate) / step) * step; frame / rate < to; frame += step)
    ticks.push(frame / rate);
  // Labels that would be cut at the right edge are left out.
  return ticks.filter((seconds) => (to - seconds) * rate * pixelsPerFrame > labelWidth * fontScale * 0.8);
}
