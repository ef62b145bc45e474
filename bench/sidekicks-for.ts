import { catalogue } from '../analysis/sidekicks/catalogue.ts';
import type { AssetType } from '../domain/asset-type.ts';

/** The built-in sidekicks that look at assets of a type. */
export const sidekicksFor = (assetType: AssetType) =>
  catalogue.filter(({ assetTypes }) => (assetTypes as readonly string[]).includes(assetType));
