import { measureContent } from '../measure/measure-content.ts';
import { findClaims } from '../sidekicks/claims/find-claims.ts';
import { inspectDocument } from '../sidekicks/document/inspect-document.ts';
import { readPosition } from '../sidekicks/integrity/read-position.ts';

/** What can be run in an isolate: functions of a source and a plain value, which answer a plain value. */
export const jobs = { measureContent, inspectDocument, readPosition, findClaims };
export type Jobs = typeof jobs;
