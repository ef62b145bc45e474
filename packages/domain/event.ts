export const eventTypes = ['asset.processing.completed', 'asset.processing.failed'] as const;
export type EventType = (typeof eventTypes)[number];

/** The outcome of an asset's processing, with the data that an event contains for this outcome. */
export type EventOutcome =
  { status: 'completed'; issueCount: number } | { status: 'failed'; errorMessage: string };

export interface EventSubject {
  assetId: string;
  submissionId: string;
  workspaceId: string;
  filename: string;
}

export interface WebhookEvent {
  id: string;
  type: EventType;
  /** Body of every delivery attempt. All attempts send the same bytes. */
  payload: string;
}

/** Subject of example events. Its ids belong to no real asset and no real submission. */
export const exampleSubject = {
  assetId: '00000000-0000-4000-8000-00000000000a',
  submissionId: '00000000-0000-4000-8000-00000000000b',
  filename: 'example.mp4',
} as const;

export const exampleOutcomes = {
  'asset.processing.completed': { status: 'completed', issueCount: 2 },
  'asset.processing.failed': { status: 'failed', errorMessage: 'This is an example' },
} as const satisfies Record<EventType, EventOutcome>;

/** Builds an event in the format of specification 6. The keys of `data` are in snake_case. */
export function buildEvent(id: string, at: Date, subject: EventSubject, outcome: EventOutcome): WebhookEvent {
  const type: EventType =
    outcome.status === 'completed' ? 'asset.processing.completed' : 'asset.processing.failed';
  const payload = JSON.stringify({
    id,
    type,
    timestamp: at.toISOString(),
    data: {
      asset_id: subject.assetId,
      submission_id: subject.submissionId,
      workspace_id: subject.workspaceId,
      status: outcome.status,
      filename: subject.filename,
      ...(outcome.status === 'completed'
        ? { issue_count: outcome.issueCount }
        : { error_message: outcome.errorMessage }),
    },
  });
  return { id, type, payload };
}
