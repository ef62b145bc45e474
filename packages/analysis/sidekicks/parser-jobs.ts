import { loadJob } from '../parsers/load-job.ts';

/** The functions that sidekicks run in parser processes, by job name. A module is loaded when its job first runs. */
export const sidekickJobs = {
  findClaims: loadJob(async () => (await import('./claims/find-claims.ts')).findClaims),
  inspectContainer: loadJob(
    async () => (await import('../formats/container/inspect-container.ts')).inspectContainer,
  ),
  inspectDocument: loadJob(async () => (await import('./document/inspect-document.ts')).inspectDocument),
  inspectSvg: loadJob(async () => (await import('./integrity/svg/inspect-svg.ts')).inspectSvg),
  readMetadata: loadJob(async () => (await import('./integrity/metadata/read-metadata.ts')).readMetadata),
  verifyCredentials: loadJob(
    async () => (await import('./integrity/credentials/verify-credentials.ts')).verifyCredentials,
  ),
};
export type SidekickJobs = typeof sidekickJobs;
