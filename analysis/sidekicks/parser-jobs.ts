import { findClaims } from './claims/find-claims.ts';
import { inspectDocument } from './document/inspect-document.ts';
import { inspectContainer } from './integrity/container/inspect-container.ts';
import { verifyCredentials } from './integrity/credentials/verify-credentials.ts';
import { readPlaces } from './integrity/location/read-places.ts';
import { inspectSvg } from './integrity/svg/inspect-svg.ts';

/** Functions of the sidekicks that run in parser processes. */
export const sidekickJobs = {
  findClaims,
  inspectContainer,
  inspectDocument,
  inspectSvg,
  readPlaces,
  verifyCredentials,
};
export type SidekickJobs = typeof sidekickJobs;
