// Draws curves on a canvas. A curve has the lowest and the highest value of each time step, so that no peak is lost if
// several steps share a pixel.

/** A curve. Step i begins at `startSeconds + i · stepSeconds` and lasts `stepSeconds`. */
export interface Points {
  startSeconds: number;
  stepSeconds: number;
  /** The lowest value of each step. Null if nothing was measured. */
  min: readonly (number | null)[];
  max: readonly (number | null)[];
}

export interface Layer extends Points {
  color: string;
  /**
   * `line`: a line through the highest values, and a band down to the lowest values. `mirror`: bars of equal height
   * above and below the centre.
   */
  kind: 'line' | 'mirror';
  isDashed: boolean;
  lineWidth: number;
}

/** The part of a plot in which layers are drawn, in CSS pixels, and the values at its edges. */
export interface Area {
  top: number;
  width: number;
  height: number;
  fromSeconds: number;
  toSeconds: number;
  low: number;
  high: number;
}

const bandOpacity = 0.28;

/** Returns a context that draws in CSS pixels on an empty canvas of the given size. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  return context;
}

/** Returns the vertical position of a value in CSS pixels, clamped to the edges of the area. */
export function heightOf(value: number, { top, height, low, high }: Area): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return top + (1 - share) * height;
}

export function drawGrid(
  context: CanvasRenderingContext2D,
  area: Area,
  values: readonly number[],
  color: string,
): void {
  context.fillStyle = color;
  for (const value of values) context.fillRect(0, Math.round(heightOf(value, area)) - 0.5, area.width, 1);
}

export function drawLayer(context: CanvasRenderingContext2D, area: Area, layer: Layer): void {
  context.fillStyle = layer.color;
  context.strokeStyle = layer.color;
  context.lineWidth = layer.lineWidth;
  context.lineJoin = 'round';
  context.setLineDash(layer.isDashed ? [4, 3] : []);
  const perSecond = area.width / (area.toSeconds - area.fromSeconds);
  const first = Math.max(0, Math.floor((area.fromSeconds - layer.startSeconds) / layer.stepSeconds) - 1);
  const last = Math.min(
    layer.max.length,
    Math.ceil((area.toSeconds - layer.startSeconds) / layer.stepSeconds) + 1,
  );
  const leftOf = (index: number) =>
    (layer.startSeconds + index * layer.stepSeconds - area.fromSeconds) * perSecond;
  if (layer.kind === 'mirror') {
    const middle = area.top + area.height / 2;
    const width = Math.max(1, layer.stepSeconds * perSecond - (layer.stepSeconds * perSecond > 4 ? 1 : 0));
    const bars = (values: Points['max'], opacity: number) => {
      context.globalAlpha = opacity;
      for (let index = first; index < last; index++) {
        const half = (Math.min(1, values[index] ?? 0) * area.height) / 2;
        context.fillRect(leftOf(index), middle - Math.max(0.5, half), width, Math.max(1, 2 * half));
      }
    };
    bars(layer.max, 0.5);
    bars(layer.min, 1);
    context.globalAlpha = 1;
    return;
  }
  for (const [start, end] of measuredRuns(layer.max, first, last)) {
    const centre = (index: number) => leftOf(index + 0.5);
    const max = new Path2D();
    const band = new Path2D();
    for (let index = start; index < end; index++) {
      const y = heightOf(layer.max[index]!, area);
      // A run of a single step is drawn as a line as wide as the step.
      if (index === start) max.moveTo(end - start === 1 ? leftOf(index) : centre(index), y);
      max.lineTo(end - start === 1 ? leftOf(index + 1) : centre(index), y);
    }
    band.addPath(max);
    for (let index = end - 1; index >= start; index--)
      band.lineTo(centre(index), heightOf(layer.min[index] ?? layer.max[index]!, area));
    context.globalAlpha = bandOpacity;
    context.fill(band);
    context.globalAlpha = 1;
    context.stroke(max);
  }
}

/** Returns the runs of measured values, each with the index of its first value and the index after its last. */
function measuredRuns(values: Points['max'], first: number, last: number): [number, number][] {
  const runs: [number, number][] = [];
  let start = -1;
  for (let index = first; index <= last; index++) {
    const isMeasured = index < last && values[index] !== null && values[index] !== undefined;
    if (isMeasured && start === -1) start = index;
    if (!isMeasured && start !== -1) {
      runs.push([start, index]);
      start = -1;
    }
  }
  return runs;
}
