import type { AssetType } from './asset-type.ts';

export type Metric = 'durationSeconds' | 'pages';

/** One version of the prices. Rows of `price_books`; never changed once written, only followed by a new one. */
export interface PriceBook {
  version: number;
  /** A video costs `videoCredits` per started `videoSeconds` seconds. */
  videoSeconds: number;
  videoCredits: number;
  /** A document costs `pageCredits` per page. */
  pageCredits: number;
  /** What every other asset costs: audio, images, and what cannot be classified. */
  flatCredits: number;
}

/** The metric an asset of this type is priced by; null for flat-priced types (specification 2.5). */
export function metricOf(assetType: AssetType | null): Metric | null {
  if (assetType === 'video') return 'durationSeconds';
  if (assetType === 'document') return 'pages';
  return null;
}

/** Seconds as they are billed and shown: the nearest whole second, at least 1. */
export function billableSeconds(durationSeconds: number): number {
  return Math.max(1, Math.round(durationSeconds));
}

/** Credits for one asset; `metricValue` in seconds or pages, null for flat-priced types. */
export function creditsFor(prices: PriceBook, metric: Metric | null, metricValue: number | null): number {
  if (metric === null || metricValue === null) return prices.flatCredits;
  if (metric === 'pages') return metricValue * prices.pageCredits;
  return Math.ceil(metricValue / prices.videoSeconds) * prices.videoCredits;
}
