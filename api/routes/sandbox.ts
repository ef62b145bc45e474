import { v7 as uuidV7 } from 'uuid';
import { fireEventRequest, firedEvents } from '@assay/domain/contracts/sandbox.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { buildEvent } from '@assay/domain/event.ts';
import { sandboxFailures } from '@assay/domain/sandbox.ts';
import { insertFiredEvents, readFireSubjects } from '@assay/storage/webhooks/fired-events.ts';
import { operation } from '../route.ts';
import { outboxFullError } from '../start-in-background.ts';

/** Sends an event for every asset of a submission. The event has the form of a real event (specification 4.3). */
export const fireEventRoute = operation({
  id: 'fireEvent',
  tag: 'Sandbox',
  summary: 'Send an event for every asset of a submission',
  description:
    'Notifies every enabled subscription to the event type. The events are signed, delivered and retried like real events. Sandbox keys only.',
  errors: ['submission_not_found'],
  body: fireEventRequest,
  responses: { 200: firedEvents },
  async handle({ caller, actor, body, deps }) {
    const { workspaceId, seesLive } = caller;
    const submissionId = body.submissionId.toLowerCase();
    const subjects = await readFireSubjects(deps.database, workspaceId, submissionId, seesLive);
    if (subjects === null) throw new ApiError('submission_not_found');
    if (subjects.some(({ isOutboxFull }) => isOutboxFull)) throw outboxFullError();
    const now = new Date();
    const traceparent = deps.tracing?.traceparent() ?? null;
    const events = subjects.map(({ assetId, filename, issueCount, errorMessage }) => {
      const subject = { assetId, submissionId, workspaceId, filename };
      const event = buildEvent(
        uuidV7(),
        now,
        subject,
        body.eventType === 'asset.processing.completed'
          ? { status: 'completed', issueCount: issueCount ?? 0 }
          : {
              status: 'failed',
              errorMessage: body.errorMessage ?? errorMessage ?? sandboxFailures.error.errorMessage,
            },
      );
      return { ...event, assetId, version: null, traceparent };
    });
    const written = await insertFiredEvents(deps.database, workspaceId, submissionId, events, actor);
    return { status: 200, body: { dispatched: written.length } };
  },
});
