import type { MeasureAssetsInput } from '../domain/workflow-inputs.ts';
import { measureAsset } from './activities.ts';

/** Measures uploads whose price is asked for and not known yet; the results are kept in Postgres. */
export async function measureAssets({ assets }: MeasureAssetsInput): Promise<void> {
  await Promise.all(
    assets.map((asset) => measureAsset.executeWithOptions({ summary: `measure ${asset.assetId}` }, [asset])),
  );
}
