/** The transfer functions whose pictures are screened: of standard dynamic range, and PQ and HLG (ITU-R BT.2100). */
export type Transfer = 'sdr' | 'pq' | 'hlg';

/** Luminance of white in cd/m², which ITU-R BT.1702-3 assumes for standard dynamic range. */
export const whiteLuminance = 200;
/** Peak luminance in cd/m² of PQ, and of the HLG display on which programmes are produced (ITU-R BT.2100). */
const pqPeak = 10_000;
const hlgPeak = 1_000;
/** Exponent of the opto-optical transfer function of an HLG display with a peak of 1,000 cd/m² (ITU-R BT.2100). */
const hlgGamma = 1.2;

/** Luminances are integers, because comparing integers is faster than comparing fractions. */
export const unitsPerCandela = 1_000_000 / whiteLuminance;

/** How the RGB values of a picture become light. */
export interface Light {
  transfer: Transfer;
  /**
   * The linear light of each 8-bit value of a channel, as a share of a white of 200 cd/m². It exceeds 1 in high
   * dynamic range.
   */
  linear: Float64Array;
  /** Contribution of each 8-bit value of red, green and blue to the luminance, in `unitsPerCandela`. */
  red: Int32Array;
  green: Int32Array;
  blue: Int32Array;
  /**
   * Luminance of the display by the sum of the contributions, divided by `2 ** displayShift`. Null if the sum is the
   * luminance.
   */
  display: Int32Array | null;
}
export const displayShift = 8;

/** The weights of linear red, green and blue in luminance: ITU-R BT.709, and BT.2020 for high dynamic range. */
export const luminanceWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;
const wideWeights = { red: 0.2627, green: 0.678, blue: 0.0593 } as const;

/**
 * The linear light (0–1) of an sRGB value, as used in WCAG's definition of relative luminance.
 * https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
function sdrLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Returns the luminance in cd/m² of a PQ signal (0–1): the reference EOTF of ITU-R BT.2100. */
function pqLuminance(signal: number): number {
  const [m1, m2, c1, c2, c3] = [2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128] as const;
  const root = signal ** (1 / m2);
  return pqPeak * (Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1);
}

/** Returns the light of the scene (0–1) of an HLG signal (0–1): the inverse OETF of ITU-R BT.2100. */
function hlgScene(signal: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073] as const;
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - c) / a) + b) / 12;
}

const values = Float64Array.from({ length: 256 }, (_, value) => value / 255);

function lightOf(
  transfer: Transfer,
  linear: Float64Array,
  contribution: Float64Array,
  weights: typeof luminanceWeights | typeof wideWeights,
  display: Int32Array | null,
): Light {
  const table = (weight: number) =>
    Int32Array.from(contribution, (light) => Math.round(light * 1_000_000 * weight));
  return {
    transfer,
    linear,
    red: table(weights.red),
    green: table(weights.green),
    blue: table(weights.blue),
    display,
  };
}

const sdr = values.map(sdrLight);
const pq = values.map((signal) => pqLuminance(signal) / whiteLuminance);
const scene = values.map(hlgScene);
/** An HLG display raises the luminance of the scene, so the channels alone do not add up to it. */
const hlgDisplay = Int32Array.from({ length: (1_000_000 >> displayShift) + 2 }, (_, at) =>
  Math.round(hlgPeak * ((at << displayShift) / 1_000_000) ** hlgGamma * unitsPerCandela),
);

export const lights: Record<Transfer, Light> = {
  sdr: lightOf('sdr', sdr, sdr, luminanceWeights, null),
  pq: lightOf('pq', pq, pq, wideWeights, null),
  hlg: lightOf(
    'hlg',
    scene.map((light) => (hlgPeak / whiteLuminance) * light ** hlgGamma),
    scene,
    wideWeights,
    hlgDisplay,
  ),
};

/** Returns the luminance of a pixel in `unitsPerCandela`. `at` is the position of its red value. */
export function luminanceAt({ red, green, blue, display }: Light, rgb: Uint8Array, at: number): number {
  const sum = red[rgb[at]!]! + green[rgb[at + 1]!]! + blue[rgb[at + 2]!]!;
  return display === null ? sum : display[sum >> displayShift]!;
}
