import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { EventType } from './event.ts';
import { searchAttributes } from './search-attributes.ts';

/** The asset and the type of a delivery's event. */
export interface DeliveryAbout {
  assetId: string;
  assetType: AssetType | null;
  environment: Environment;
  eventType: EventType;
}

/** A delivery with what its workflow's description needs. */
export interface DescribedDelivery {
  workspaceId: string;
  /** Null for an example event. */
  submissionId: string | null;
  /** Null or absent for an example event, which is about no real asset. */
  about?: DeliveryAbout | null;
}

/**
 * Returns the summary and the search attributes of a delivery's workflow.
 * @param sequence number of attempts before the workflow's sequence; 0 unless it is a redelivery
 */
export function describeDelivery({ workspaceId, submissionId, about }: DescribedDelivery, sequence = 0) {
  const what = about ? `${about.eventType} of asset ${about.assetId}` : 'an example event';
  const again = sequence === 0 ? '' : `, again after ${sequence} attempts`;
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
