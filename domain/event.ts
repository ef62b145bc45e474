export const eventTypes = ['asset.processing.completed', 'asset.processing.failed'] as const;
export type EventType = (typeof eventTypes)[number];

/** How an asset's processing ended, as far as an event tells it. */
export type EventOutcome =
  { status: 'completed'; issueCount: number } | { status: 'failed'; errorMessage: string };

export interface EventSubject {
  assetId: string;
  submissionId: string;
  workspaceId: string;
  filename: string;
}

/** A webhook event as it is kept and sent: `payload` holds the exact bytes of every attempt. */
export interface WebhookEvent {
  id: string;
  type: EventType;
  payload: string;
}

/** What an example event is about: nothing that is there. */
export const exampleSubject = {
  assetId: '00000000-0000-4000-8000-00000000000a',
  submissionId: '00000000-0000-4000-8000-00000000000b',
  filename: 'example.mp4',
} as const;

/** How the asset of an example ended, by the type of the event. */
export const exampleOutcomes = {
  'asset.processing.completed': { status: 'completed', issueCount: 2 },
  'asset.processing.failed': { status: 'failed', errorMessage: 'This is an example' },
} as const satisfies Record<EventType, EventOutcome>;

/** Builds the envelope of specification 6; its `data` is the one place that uses snake_case. */
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
