import type { AssetType } from './asset-type.ts';

export type Metric = 'durationSeconds' | 'pages';

/** One version of the prices. Price books are immutable; a change of prices adds a new version. */
export interface PriceBook {
  version: number;
  /** A video costs `videoCredits` per started `videoSeconds` seconds. */
  videoSeconds: number;
  videoCredits: number;
  /** A document costs `pageCredits` per page. */
  pageCredits: number;
  /** Price of every other asset: audio, images, and unclassified files. */
  flatCredits: number;
}

/**
 * Returns the metric by which assets of a type are priced; null for flat-priced types (specification 2.5).
 */
export function metricOf(assetType: AssetType | null): Metric | null {
  if (assetType === 'video') return 'durationSeconds';
  if (assetType === 'document') return 'pages';
  return null;
}

/** Returns the seconds that are charged and shown: rounded to the nearest whole second, at least 1. */
export function billableSeconds(durationSeconds: number): number {
  return Math.max(1, Math.round(durationSeconds));
}

/**
 * Returns the credits for one asset.
 * @param metricValue seconds or pages; null for flat-priced types
 */
export function creditsFor(prices: PriceBook, metric: Metric | null, metricValue: number | null): number {
  if (metric === null || metricValue === null) return prices.flatCredits;
  if (metric === 'pages') return metricValue * prices.pageCredits;
  return Math.ceil(metricValue / prices.videoSeconds) * prices.videoCredits;
}
