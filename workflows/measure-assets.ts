import type { MeasureAssetsInput } from '@assay/domain/workflow-inputs.ts';
import { measureAsset } from './activities.ts';
import { measureShortFirst } from './measure-short-first.ts';
import { untilShared } from './until-shared.ts';

/** Measures uploads whose price was requested. The activity stores the measurements in Postgres. */
export async function measureAssets({ assets }: MeasureAssetsInput): Promise<void> {
  const results = await Promise.allSettled(
    assets.map((asset) =>
      measureShortFirst((options, limits) =>
        untilShared(() =>
          measureAsset.executeWithOptions({ summary: `measure ${asset.assetId}`, ...options }, [
            { ...asset, ...limits },
          ]),
        ),
      ),
    ),
  );
  // Throws only after all measurements have settled, so that one failure does not stop the others.
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
