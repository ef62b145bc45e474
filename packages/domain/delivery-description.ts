import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { EventType } from './event.ts';
import { searchAttributes } from './search-attributes.ts';

/** The data of a delivery that its workflow shows in the summary and in the search attributes. */
export interface DescribedDelivery {
  workspaceId: string;
  /** Null if the event is an example event, which tests a subscription and has no real submission. */
  submissionId: string | null;
  eventType: EventType;
  /** Null if the event is an example event, which has no real asset. */
  asset: { assetId: string; assetType: AssetType | null; environment: Environment } | null;
}

/**
 * Returns the summary and the search attributes of a delivery's workflow.
 * @param sequence number of attempts made before the redelivery; 0 for the first delivery
 */
export function describeDelivery(
  { workspaceId, submissionId, eventType, asset }: DescribedDelivery,
  sequence: number,
) {
  const event = asset === null ? 'an example event' : `${eventType} of asset ${asset.assetId}`;
  const again = sequence === 0 ? '' : `, again after ${sequence} attempts`;
  const ofAsset = asset && [
    { key: searchAttributes.environment, value: asset.environment },
    { key: searchAttributes.assetTypes, value: [asset.assetType ?? 'unclassified'] },
  ];
  return {
    staticSummary: `${event}${again}`,
    typedSearchAttributes: [
      { key: searchAttributes.workspaceId, value: workspaceId },
      ...(submissionId === null ? [] : [{ key: searchAttributes.submissionId, value: submissionId }]),
      ...(ofAsset ?? []),
    ],
  };
}

/** Returns the search attributes of a delivery that has ended. `result` is the result of its last attempt, if any. */
export function describeOutcome(outcome: string, result?: string) {
  const isFailure = outcome !== 'succeeded' && result !== undefined;
  return [
    { key: searchAttributes.outcome, value: outcome },
    ...(isFailure ? [{ key: searchAttributes.failureType, value: classOf(result) }] : []),
  ];
}

/** Returns the class of an attempt's fault: the part of `result` before the first colon. */
export const classOf = (result: string): string => result.split(':', 1)[0]!;
