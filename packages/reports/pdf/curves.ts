import type { CurveLane, CurvesView, MarkedIssue } from '../curves-view.ts';
import { numberOf } from '../curves-view.ts';
import { severityColours } from './colours.ts';
import { contentWidth, type Drawing, type TextStyle } from './page-writer.ts';

const axisWidth = 52;
const plotWidth = contentWidth - axisWidth;
const titleHeight = 14;
const laneGap = 8;
const tickHeight = 14;
const markHeight = 14;
const plotHeights: Record<CurveLane['curve']['name'], number> = { loudness: 84, luminance: 56, flashes: 56 };

const plotColour = '#f4f6f7';
const gridColour = '#d5dbe0';
const limitColour = '#8a4b00';
/** The lines of the channels: the colour, that of the band below, and the dashes in points. */
const lines = [
  { colour: '#8695a3', band: '#dde3e8', dashes: null },
  { colour: '#1b5e9e', band: null, dashes: null },
] as const;
/** A curve with one channel, and the first of two whose second is drawn above it. */
const single = { colour: '#1b5e9e', band: '#cfdeed', dashes: null } as const;
const redFlashes = { colour: '#b3152a', band: null, dashes: [3, 2] } as const;
type Line = (typeof lines)[number] | typeof single | typeof redFlashes;

const small: TextStyle = { size: 6.5, weight: 'regular', colour: '#545f68' };
const limitText: TextStyle = { ...small, colour: limitColour };
const titleText: TextStyle = { size: 8, weight: 'bold', colour: '#171c20' };

/** Returns the height of the drawing in points. It is less than a page. */
export function heightOfCurves({ lanes, marks }: CurvesView): number {
  const ofLanes = lanes.reduce((sum, { curve }) => sum + titleHeight + plotHeights[curve.name] + laneGap, 0);
  return ofLanes + tickHeight + marks.length * markHeight;
}

/** Draws curves below each other on one time axis, and the issues below the curves. */
export function drawCurves(drawing: Drawing, view: CurvesView): void {
  const { document, text } = drawing;
  const left = drawing.left + axisWidth;
  const xOf = (seconds: number) => left + (plotWidth * seconds) / view.durationSeconds;
  let y = drawing.top;
  for (const lane of view.lanes) {
    y = drawLane(drawing, lane, y, view.ticks, xOf);
  }
  for (const [index, { seconds, text: time }] of view.ticks.entries()) {
    const x = xOf(seconds);
    const width = drawing.widthOf(time, small);
    const start = index === 0 ? x : Math.min(x - width / 2, left + plotWidth - width);
    text(time, start, y - laneGap + 1, small);
  }
  y += tickHeight - laneGap;
  for (const { severity, issues } of view.marks) {
    const colour = severityColours[severity];
    text(severity, drawing.left, y + 2, { ...small, colour });
    document.rect(left, y + 8, plotWidth, 4).fill(plotColour);
    for (const [from, to] of merged(issues.map((issue) => barOf(issue, xOf, left + plotWidth))))
      document.rect(from, y + 8, to - from, 4).fill(colour);
    // The numbers of the issues, as far as there is room.
    let free = left;
    for (const { number, startSeconds } of issues.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
      const width = drawing.widthOf(String(number), small);
      const x = Math.min(xOf(startSeconds), left + plotWidth - width);
      if (x < free) continue;
      text(String(number), x, y - 1, { ...small, colour });
      free = x + width + 2;
    }
    y += markHeight;
  }
}

/** Draws a curve with its title, its scale and its limits. Returns the top of the next lane. */
function drawLane(
  drawing: Drawing,
  lane: CurveLane,
  top: number,
  ticks: CurvesView['ticks'],
  xOf: (seconds: number) => number,
): number {
  const { document, text } = drawing;
  const { curve, title, unit, low, high, scale, limits } = lane;
  const left = drawing.left + axisWidth;
  const right = left + plotWidth;
  const height = plotHeights[curve.name];
  const plotTop = top + titleHeight;
  const bottom = plotTop + height;
  const yOf = (value: number) => bottom - height * Math.min(1, Math.max(0, (value - low) / (high - low)));

  text(title, drawing.left, top, titleText);
  document.rect(left, plotTop, plotWidth, height).fill(plotColour);
  document.lineWidth(0.5);
  for (const { seconds } of ticks)
    document.moveTo(xOf(seconds), plotTop).lineTo(xOf(seconds), bottom).stroke(gridColour);
  for (const value of scale) {
    const label = numberOf(value * lane.factor, 0);
    document.moveTo(left, yOf(value)).lineTo(right, yOf(value)).stroke(gridColour);
    text(label, left - 4 - drawing.widthOf(label, small), yOf(value) - 4.5, small);
  }
  text(unit, drawing.left, bottom - height / 2 - 4.5, small);

  const drawn = curve.channels.map((channel, index) => ({ channel, line: lineOf(curve, index) }));
  for (const { channel, line } of drawn) drawChannel(drawing, curve, channel, line, xOf, yOf);

  for (const { value } of limits)
    document
      .moveTo(left, yOf(value))
      .lineTo(right, yOf(value))
      .dash(1.5, { space: 1.5 })
      .lineWidth(0.75)
      .stroke(limitColour)
      .undash();
  drawTitleLine(drawing, lane, drawn, top);
  return bottom + laneGap;
}

/** Writes the legend and the limits beside the title of a lane. */
function drawTitleLine(
  { document, text, left, widthOf }: Drawing,
  { curve, limits, channelNames }: CurveLane,
  drawn: readonly { channel: { name: string }; line: Line }[],
  top: number,
): void {
  let x = left + axisWidth;
  const middle = top + 6;
  const sample = (dashes: readonly [number, number] | null, colour: string, width: number) => {
    if (dashes !== null) document.dash(dashes[0], { space: dashes[1] });
    document
      .moveTo(x, middle)
      .lineTo(x + 14, middle)
      .lineWidth(width)
      .stroke(colour)
      .undash();
    x += 17;
  };
  const label = (content: string, style: TextStyle) => {
    text(content, x, top + 1.5, style);
    x += widthOf(content, style) + 10;
  };
  for (const { channel, line } of drawn) {
    if (curve.channels.length === 1) break;
    sample(line.dashes, line.colour, 1);
    label(channelNames[channel.name] ?? channel.name, small);
  }
  const room = left + contentWidth - x;
  const needed = limits.reduce((sum, limit) => sum + 27 + widthOf(limit.text, limitText), 0);
  // The text above the curves has the names.
  const shown =
    needed <= room
      ? limits.map(({ text: limit }) => limit)
      : [`limits ${limits.map(({ number }) => number).join(', ')}`];
  for (const limit of shown) {
    sample([1.5, 1.5], limitColour, 0.75);
    label(limit, limitText);
  }
}

function lineOf(curve: CurveLane['curve'], channel: number): Line {
  if (curve.name !== 'flashes' && curve.channels.length > 1) return lines[channel] ?? lines[1];
  return channel === 0 ? single : redFlashes;
}

/** Draws a line through the highest values, and a band down to the lowest. */
function drawChannel(
  { document }: Drawing,
  { startSeconds, stepSeconds }: CurveLane['curve'],
  { min, max }: CurveLane['curve']['channels'][number],
  { colour, band, dashes }: Line,
  xOf: (seconds: number) => number,
  yOf: (value: number) => number,
): void {
  const centre = (index: number) => xOf(startSeconds + (index + 0.5) * stepSeconds);
  for (const [start, end] of measuredRuns(max)) {
    // A single step is a line as wide as the step.
    const points: [number, number][] =
      end - start === 1
        ? [0, 1].map((side) => [xOf(startSeconds + (start + side) * stepSeconds), yOf(max[start]!)])
        : Array.from({ length: end - start }, (_, index) => [
            centre(start + index),
            yOf(max[start + index]!),
          ]);
    const path = (from: readonly [number, number][]) => {
      const [first, ...rest] = from;
      document.moveTo(...first!);
      for (const point of rest) document.lineTo(...point);
    };
    if (band !== null && end - start > 1) {
      const below = Array.from({ length: end - start }, (_, index): [number, number] => {
        const step = end - 1 - index;
        return [centre(step), yOf(min[step] ?? max[step]!)];
      });
      path([...points, ...below]);
      document.fill(band);
    }
    path(points);
    if (dashes !== null) document.dash(dashes[0], { space: dashes[1] });
    document.lineJoin('round').lineWidth(0.8).stroke(colour).undash();
  }
}

/** Returns the runs of measured values, each with the index of its first value and the index after its last. */
function measuredRuns(values: readonly (number | null)[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else runs.push([index, index + 1]);
  }
  return runs;
}

/** Minimum width of the bar of an issue, in points. */
const minBarWidth = 1.5;

function barOf({ startSeconds, endSeconds }: MarkedIssue, xOf: (seconds: number) => number, right: number) {
  const from = Math.min(xOf(startSeconds), right - minBarWidth);
  return [from, Math.max(xOf(endSeconds), from + minBarWidth)] as [number, number];
}

/** Joins bars that touch, so that a thousand issues of a second are few rectangles. */
function merged(bars: readonly [number, number][]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [from, to] of bars.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
