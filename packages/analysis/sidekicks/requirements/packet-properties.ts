import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Requirements } from '@assay/domain/contracts/profile.ts';
import type { PropertyName } from '@assay/domain/requirements.ts';
import { requirementsFor } from '../../contract/settings.ts';

/** The properties that only the packets of a file state. Reading them takes a quarter of the time of decoding. */
export const packetProperties: readonly PropertyName[] = ['videoBitRate', 'keyFrameSeconds', 'soundBitRate'];

/** Returns whether the packets of a file have to be read for the requirements of a profile. */
export function requiresPackets(requirements: Requirements, assetType: AssetType): boolean {
  return requirementsFor(requirements, assetType).some(([name]) => packetProperties.includes(name));
}
