import type { MeasureAssetsInput } from '../domain/workflow-inputs.ts';
import { measureAsset } from './activities.ts';

/** Measures uploads whose price is asked for and not known yet; the results are kept in Postgres. */
export async function measureAssets({ assets }: MeasureAssetsInput): Promise<void> {
  const results = await Promise.allSettled(
    assets.map((asset) => measureAsset.executeWithOptions({ summary: `measure ${asset.assetId}` }, [asset])),
  );
  // Only when all are done: one that cannot be had does not hold up the others.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
