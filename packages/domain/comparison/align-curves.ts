// Finds the content of an older recording in a newer one by a curve of both, such as the mean luminance. A cut shifts
// what follows it, so the result is piecewise: each part of the older recording has an offset of its own.

/** A curve with values at equal intervals from the start of the file. Null where nothing was measured. */
export interface SampledCurve {
  startSeconds: number;
  stepSeconds: number;
  values: readonly (number | null)[];
}

/** A part of the older recording that the newer one has too. */
export interface TimelinePart {
  /** Start and end in the older recording, in seconds. */
  startSeconds: number;
  endSeconds: number;
  /** Seconds to add to a time in the older recording to get the time in the newer one. */
  offsetSeconds: number;
}

/** Maximum number of values that are compared, so that the costs are bounded. Longer curves are averaged. */
export const maxSteps = 30_000;
/** Maximum number of values in the search for offsets. */
const maxCoarseSteps = 3_000;
/** Number of values in a probe, and maximum number of probes. A probe is a part that is looked for everywhere. */
const probeSteps = 30;
const maxProbes = 100;
/** Minimum correlation of a probe with the part of the newer curve in which it is found. */
const minCorrelation = 0.9;
/** Standard deviation of the shared curve (luminance: 0–1) below which it has no features to find. */
const flat = 0.004;
/** Maximum number of offsets that are compared for each moment. */
const maxOffsets = 8;
/** Cost of a step of the older curve that the newer one lacks. Costs of differing values are between 0 and 1. */
const missingCost = 0.35;
/** Cost of a change of the offset. */
const changeCost = 2.5;
const missing = 255;
/** Parts in seconds that are shorter were found by chance. */
const minPartSeconds = 0.5;
/** Minimum share of the shorter recording that both have. With less, the recordings have other contents. */
const minCommonShare = 0.4;

/**
 * Returns the parts of an older recording that a newer one has too, in their order. Empty if the recordings have other
 * contents. If a curve is flat, its features cannot be found, and both are taken to have the same times.
 *
 * Probes of the older curve are searched in the newer one by their correlation, which brightness and contrast do not
 * change. The offsets that are found most often are candidates. Dynamic programming (Viterbi) then chooses one of them
 * for each step, or that the newer curve lacks the step.
 */
export function alignCurves(before: SampledCurve, after: SampledCurve): TimelinePart[] {
  const step = Math.max(
    ...[before, after].flatMap(({ stepSeconds, values }) => [
      stepSeconds,
      (values.length * stepSeconds) / maxSteps,
    ]),
  );
  const [old, young] = [resample(before, step), resample(after, step)];
  if (spreadOf(old) < flat || spreadOf(young) < flat)
    return [{ startSeconds: 0, endSeconds: seconds(old.length * step), offsetSeconds: 0 }];
  const found = findOffsets(old, young);
  const scaled = matchLevels(old, young, found);
  const offsets = found.map(({ offset }) => offset);
  for (const likely of [0, young.length - old.length])
    if (offsets.every((offset) => Math.abs(offset - likely) > 1)) offsets.push(likely);
  const chosen = chooseOffsets(scaled, young, offsets);
  const minLength = Math.min(minPartSeconds / step, old.length / 2);
  const parts = inOrder(partsOf(chosen, offsets), minLength);
  const common = parts.reduce((sum, { first, end }) => sum + end - first, 0);
  if (common < minCommonShare * Math.min(old.length, young.length)) return [];
  return bridge(parts).map(({ first, end, offset }) => ({
    startSeconds: seconds(first * step),
    endSeconds: seconds(end * step),
    offsetSeconds: seconds(offset * step),
  }));
}

/** Returns the offset of the longest part; 0 if there is none. */
export function mainOffset(parts: readonly TimelinePart[]): number {
  const lengthOf = ({ startSeconds, endSeconds }: TimelinePart) => endSeconds - startSeconds;
  return parts.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]?.offsetSeconds ?? 0;
}

const seconds = (value: number) => Number(value.toFixed(6));

/** Returns the curve from 0 s on with the given step. Values that were not measured repeat the one before. */
function resample({ startSeconds, stepSeconds, values }: SampledCurve, step: number): Float64Array {
  const length = Math.max(1, Math.round((startSeconds + values.length * stepSeconds) / step));
  const sampled = new Float64Array(length);
  let last = values.find((value) => value !== null) ?? 0;
  for (let index = 0; index < length; index++) {
    const from = Math.max(0, Math.round((index * step - startSeconds) / stepSeconds));
    const end = Math.max(from + 1, Math.round(((index + 1) * step - startSeconds) / stepSeconds));
    const measured = values.slice(from, end).filter((value) => value !== null);
    if (measured.length > 0) last = measured.reduce((sum, value) => sum + value, 0) / measured.length;
    sampled[index] = last;
  }
  return sampled;
}

/** Returns the standard deviation of a part of a curve. */
function spreadOf(curve: Float64Array, first = 0, end = curve.length): number {
  let [sum, squares] = [0, 0];
  for (let at = first; at < end; at++) {
    sum += curve[at]!;
    squares += curve[at]! ** 2;
  }
  const count = end - first;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/** Returns the sum of the products of two parts of curves. */
function productOf(a: Float64Array, aStart: number, b: Float64Array, bStart: number, size: number): number {
  let sum = 0;
  for (let index = 0; index < size; index++) sum += a[aStart + index]! * b[bStart + index]!;
  return sum;
}

interface FoundOffset {
  offset: number;
  /** Starts of the probes that were found with this offset. */
  probes: number[];
}

/** Returns the offsets in steps at which probes of the older curve are in the newer one, the most frequent first. */
function findOffsets(old: Float64Array, young: Float64Array): FoundOffset[] {
  const factor = Math.max(1, Math.ceil(Math.max(old.length, young.length) / maxCoarseSteps));
  const [coarseOld, coarseYoung] = [shrink(old, factor), shrink(young, factor)];
  const size = Math.min(probeSteps, coarseOld.length, coarseYoung.length);
  const means = new Float64Array(coarseYoung.length - size + 1);
  const spreads = new Float64Array(means.length);
  for (let at = 0; at < means.length; at++) {
    for (let index = 0; index < size; index++) means[at]! += coarseYoung[at + index]! / size;
    spreads[at] = spreadOf(coarseYoung, at, at + size);
  }
  const votes = new Map<number, number[]>();
  for (const start of probesOf(coarseOld, size)) {
    const spread = spreadOf(coarseOld, start, start + size);
    if (spread < flat) continue;
    let mean = 0;
    for (let index = 0; index < size; index++) mean += coarseOld[start + index]! / size;
    let best = { correlation: minCorrelation, at: -1 };
    for (let at = 0; at < means.length; at++) {
      if (spreads[at]! < flat) continue;
      const product = productOf(coarseOld, start, coarseYoung, at, size);
      const correlation = (product / size - mean * means[at]!) / (spread * spreads[at]!);
      // Of equal places, the one that is nearer in time is taken.
      const isNearer = Math.abs(at - start) < Math.abs(best.at - start);
      const gain = correlation - best.correlation;
      if (gain > (isNearer ? -1e-9 : 1e-9)) best = { correlation, at };
    }
    if (best.at < 0) continue;
    const offset = refine(old, young, { start, size, factor, at: best.at });
    const probes = votes.get(offset) ?? [];
    votes.set(offset, [...probes, start * factor]);
  }
  const kept: FoundOffset[] = [];
  const found = [...votes].map(([offset, probes]) => ({ offset, probes }));
  found.sort((a, b) => b.probes.length - a.probes.length || Math.abs(a.offset) - Math.abs(b.offset));
  // An offset between two steps is found as either of them.
  for (const each of found)
    if (kept.every(({ offset }) => Math.abs(offset - each.offset) > 1)) kept.push(each);
  return kept.slice(0, maxOffsets);
}

/** Returns the means of groups of `factor` values. */
function shrink(curve: Float64Array, factor: number): Float64Array {
  if (factor === 1) return curve;
  return Float64Array.from({ length: Math.ceil(curve.length / factor) }, (_, index) => {
    const part = curve.subarray(index * factor, (index + 1) * factor);
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}

/** Returns the starts of probes: in each of up to `maxProbes` equal sections, the place with the largest changes. */
function probesOf(curve: Float64Array, size: number): number[] {
  const last = curve.length - size;
  const sections = Math.min(maxProbes, Math.max(1, Math.floor(curve.length / (size / 2))));
  const starts = Array.from({ length: sections }, (_, section) => {
    const from = Math.floor((section * (last + 1)) / sections);
    const end = Math.floor(((section + 1) * (last + 1)) / sections);
    let best = { start: from, spread: -1 };
    for (let start = from; start < Math.max(end, from + 1); start += 3) {
      const spread = spreadOf(curve, start, start + size);
      if (spread > best.spread) best = { start, spread };
    }
    return best.start;
  });
  return [...new Set(starts)];
}

/** Returns the offset in steps of a probe that was found in averaged curves. */
function refine(
  old: Float64Array,
  young: Float64Array,
  { start, size, factor, at }: { start: number; size: number; factor: number; at: number },
): number {
  const coarse = (at - start) * factor;
  if (factor === 1) return coarse;
  let best = { offset: coarse, difference: Infinity };
  for (let offset = coarse - factor; offset <= coarse + factor; offset++) {
    let [sum, squares, count] = [0, 0, 0];
    for (let index = start * factor; index < (start + size) * factor; index++) {
      const [value, other] = [old[index], young[index + offset]];
      if (value === undefined || other === undefined) continue;
      sum += other - value;
      squares += (other - value) ** 2;
      count++;
    }
    const difference = count === 0 ? Infinity : squares / count - (sum / count) ** 2;
    if (difference < best.difference) best = { offset, difference };
  }
  return best.offset;
}

/** Maximum difference of values that encoding changes. */
const equalWithin = 0.01;

/** Returns the older curve with the brightness and contrast of the newer one, by the probes that were found. */
function matchLevels(old: Float64Array, young: Float64Array, found: readonly FoundOffset[]): Float64Array {
  const [most] = found;
  if (most === undefined || most.probes.length < 3) return old;
  let pairs = most.probes.flatMap((start) =>
    Array.from({ length: probeSteps }, (_, index): [number, number] => [
      old[start + index] ?? NaN,
      young[start + index + most.offset] ?? NaN,
    ]).filter(([value, other]) => !Number.isNaN(value + other)),
  );
  let levels = { gain: 1, shift: 0 };
  const fits = ([value, other]: [number, number]) =>
    Math.abs(levels.gain * value + levels.shift - other) < equalWithin;
  // A probe can include a cut, so the values that do not fit are left out in further rounds.
  for (let round = 0; round < 3 && pairs.filter(fits).length < pairs.length / 2; round++) {
    levels = regress(pairs);
    const sorted = pairs.toSorted(
      (a, b) =>
        Math.abs(levels.gain * a[0] + levels.shift - a[1]) -
        Math.abs(levels.gain * b[0] + levels.shift - b[1]),
    );
    pairs = sorted.slice(0, Math.ceil(sorted.length * 0.8));
  }
  return old.map((value) => levels.gain * value + levels.shift);
}

/** Returns the line through pairs of values with the least squares. The gain is limited to what a grade may change. */
function regress(pairs: readonly (readonly [number, number])[]): { gain: number; shift: number } {
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (const [value, other] of pairs) {
    x += value / pairs.length;
    y += other / pairs.length;
    xx += value ** 2 / pairs.length;
    xy += (value * other) / pairs.length;
  }
  const spread = xx - x ** 2;
  const gain = spread < flat ** 2 ? 1 : Math.min(2, Math.max(0.5, (xy - x * y) / spread));
  return { gain, shift: y - gain * x };
}

/** Returns for each step of the older curve the index of its offset, or `missing`. */
function chooseOffsets(old: Float64Array, young: Float64Array, offsets: readonly number[]): Uint8Array {
  const tolerance = Math.min(0.05, Math.max(1.5 * equalWithin, spreadOf(young) / 4));
  const states = offsets.length + 1;
  const origins = new Uint8Array(old.length * states);
  let costs = new Float64Array(states);
  let next = new Float64Array(states);
  for (let at = 0; at < old.length; at++) {
    let cheapest = 0;
    for (let state = 1; state < states; state++) if (costs[state]! < costs[cheapest]!) cheapest = state;
    for (let state = 0; state < states; state++) {
      const isChange = costs[cheapest]! + changeCost < costs[state]!;
      origins[at * states + state] = isChange ? cheapest : state;
      const other = state < offsets.length ? young[at + offsets[state]!] : undefined;
      const difference = other === undefined ? 1 : Math.min(1, Math.abs(old[at]! - other) / tolerance);
      const cost = state === offsets.length ? missingCost : difference;
      next[state] = (isChange ? costs[cheapest]! + changeCost : costs[state]!) + cost;
    }
    [costs, next] = [next, costs];
  }
  let state = costs.indexOf(Math.min(...costs));
  const chosen = new Uint8Array(old.length);
  for (let at = old.length - 1; at >= 0; at--) {
    chosen[at] = state === offsets.length ? missing : state;
    state = origins[at * states + state]!;
  }
  return chosen;
}

interface Part {
  first: number;
  end: number;
  offset: number;
}

function partsOf(chosen: Uint8Array, offsets: readonly number[]): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < chosen.length;) {
    let end = at + 1;
    while (end < chosen.length && chosen[end] === chosen[at]) end++;
    if (chosen[at] !== missing) parts.push({ first: at, end, offset: offsets[chosen[at]!]! });
    at = end;
  }
  return parts;
}

/**
 * Removes parts that are too short, and those whose order differs in the recordings, the shorter ones first. Parts that
 * overlap in the newer recording are cut.
 */
function inOrder(parts: readonly Part[], minLength: number): Part[] {
  const kept: Part[] = [];
  for (const part of parts.toSorted((a, b) => b.end - b.first - (a.end - a.first))) {
    const { offset } = part;
    const before = kept.filter(({ end }) => end <= part.first).map((each) => each.end + each.offset);
    const after = kept.filter(({ first }) => first >= part.end).map((each) => each.first + each.offset);
    const first = Math.max(part.first, Math.max(...before) - offset);
    const end = Math.min(part.end, Math.min(...after) - offset);
    const length = end - first;
    if (length >= minLength && length >= (part.end - part.first) / 2) kept.push({ first, end, offset });
  }
  return kept.sort((a, b) => a.first - b.first);
}

/** Joins parts with the same offset: what is between them was replaced by something of the same length. */
function bridge(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.offset === part.offset) last.end = part.end;
    else joined.push({ ...part });
  }
  return joined;
}
