import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { VideoText } from '../text/shown-text.ts';
import { loadJob } from '../parsers/load-job.ts';

/** The functions that sidekicks run in parser processes, by job name. A module is loaded when its job first runs. */
export const sidekickJobs = {
  findClaims: loadJob(async () => (await import('./claims/find-claims.ts')).findClaims),
  inspectContainer: loadJob(
    async () => (await import('../formats/container/inspect-container.ts')).inspectContainer,
  ),
  inspectDocument: loadJob(async () => (await import('./document/inspect-document.ts')).inspectDocument),
  inspectSvg: loadJob(async () => (await import('./integrity/svg/inspect-svg.ts')).inspectSvg),
  judgeFlashes: loadJob(async () => (await import('./photosensitivity/judge-flashes.ts')).judgeFlashes),
  judgeLoudness: loadJob(async () => (await import('./loudness/judge-loudness.ts')).judgeLoudness),
  judgeProfile: loadJob(async () => (await import('./loudness/judge-loudness.ts')).judgeProfile),
  judgeSupers: loadJob(async () => {
    const { judgeSupers } = await import('./supers/judge-supers.ts');
    return (_source: RangedSource, video: VideoText) => judgeSupers(video);
  }),
  judgeVideo: loadJob(async () => (await import('./video-qc/judge-video.ts')).judgeVideo),
  readMetadata: loadJob(async () => (await import('./integrity/metadata/read-metadata.ts')).readMetadata),
  verifyCredentials: loadJob(
    async () => (await import('./integrity/credentials/verify-credentials.ts')).verifyCredentials,
  ),
};
export type SidekickJobs = typeof sidekickJobs;
