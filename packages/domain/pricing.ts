import type { AssetType } from './asset-type.ts';

export type Metric = 'durationSeconds' | 'pages';

/** One version of the prices. Price books are immutable. A change of a price adds a new version. */
export interface PriceBook {
  version: number;
  /** A video costs `videoCredits` for each `videoSeconds` seconds of its duration, rounded up. */
  videoSeconds: number;
  videoCredits: number;
  pageCredits: number;
  /** Price in credits of any other asset: audio, an image, or a file whose extension is not in the allowlist. */
  flatCredits: number;
}

/** Returns the metric that determines the price, or null for a flat price (specification 2.5). */
export function metricOf(assetType: AssetType | null): Metric | null {
  if (assetType === 'video') return 'durationSeconds';
  if (assetType === 'document') return 'pages';
  return null;
}

/** Returns a video's billable duration, which the API also shows: whole seconds, rounded, at least 1. */
export function billableSeconds(durationSeconds: number): number {
  return Math.max(1, Math.round(durationSeconds));
}

/** Largest value of a Postgres `integer`. The price of a document that declares billions of pages would exceed it. */
const maxCredits = 2 ** 31 - 1;

/**
 * Returns the price of one asset in credits.
 * @param metricValue value in seconds or pages; null if the type of the asset has a flat price
 */
export function creditsFor(prices: PriceBook, metric: Metric | null, metricValue: number | null): number {
  if (metric === null || metricValue === null) return prices.flatCredits;
  const credits =
    metric === 'pages'
      ? metricValue * prices.pageCredits
      : Math.ceil(metricValue / prices.videoSeconds) * prices.videoCredits;
  return Math.min(credits, maxCredits);
}
