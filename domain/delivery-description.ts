import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { EventType } from './event.ts';
import { searchAttributes } from './search-attributes.ts';

/** The asset that a delivery's event tells of. */
export interface DeliveryAbout {
  assetId: string;
  assetType: AssetType | null;
  environment: Environment;
  eventType: EventType;
}

export interface DescribedDelivery {
  workspaceId: string;
  /** Null for an example event. */
  submissionId: string | null;
  /** Null or absent for an example event, which tells of nothing that is there. */
  about?: DeliveryAbout | null;
}

/**
 * What operators see of a delivery's workflow and find it by, whoever starts it.
 * @param attemptsBefore how many attempts the delivery had before it was asked for again; 0 the first time
 */
export function describeDelivery(
  { workspaceId, submissionId, about }: DescribedDelivery,
  attemptsBefore = 0,
) {
  const what = about ? `${about.eventType} of asset ${about.assetId}` : 'an example event';
  const again = attemptsBefore === 0 ? '' : `, again after ${attemptsBefore} attempts`;
  const ofAsset = about && [
    { key: searchAttributes.environment, value: about.environment },
    { key: searchAttributes.assetTypes, value: [about.assetType ?? 'unclassified'] },
  ];
  return {
    staticSummary: `${what}${again}`,
    typedSearchAttributes: [
      { key: searchAttributes.workspaceId, value: workspaceId },
      ...(submissionId === null ? [] : [{ key: searchAttributes.submissionId, value: submissionId }]),
      ...(ofAsset ?? []),
    ],
  };
}
