import { measureContent } from '../measure/measure-content.ts';
import { findClaims } from '../sidekicks/claims/find-claims.ts';
import { inspectDocument } from '../sidekicks/document/inspect-document.ts';
import { inspectContainer } from '../sidekicks/integrity/container/inspect-container.ts';
import { verifyCredentials } from '../sidekicks/integrity/credentials/verify-credentials.ts';
import { readPlaces } from '../sidekicks/integrity/location/read-places.ts';
import { inspectSvg } from '../sidekicks/integrity/svg/inspect-svg.ts';

/** What can be run in an isolate: functions of a source and a plain value, which answer a plain value. */
export const jobs = {
  measureContent,
  inspectDocument,
  inspectContainer,
  readPlaces,
  verifyCredentials,
  inspectSvg,
  findClaims,
};
export type Jobs = typeof jobs;
