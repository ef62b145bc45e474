import { findClaims } from './claims/find-claims.ts';
import { inspectDocument } from './document/inspect-document.ts';
import { inspectContainer } from '../formats/container/inspect-container.ts';
import { verifyCredentials } from './integrity/credentials/verify-credentials.ts';
import { readMetadata } from './integrity/metadata/read-metadata.ts';
import { inspectSvg } from './integrity/svg/inspect-svg.ts';

/** The functions of the sidekicks that run in parser processes, by name. */
export const sidekickJobs = {
  findClaims,
  inspectContainer,
  inspectDocument,
  inspectSvg,
  readMetadata,
  verifyCredentials,
};
export type SidekickJobs = typeof sidekickJobs;
