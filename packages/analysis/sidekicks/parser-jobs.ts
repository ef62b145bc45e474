import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { rulesInForce } from '../contract/settings.ts';
import type { SupersParameters } from './supers/rules.ts';
import type { SupersToJudge } from './supers/supers.ts';
import { loadJob } from '../parsers/load-job.ts';

/** The functions that sidekicks run in parser processes, by job name. A module is loaded when its job first runs. */
export const sidekickJobs = {
  findClaims: loadJob(async () => (await import('./claims/find-claims.ts')).findClaims),
  inspectContainer: loadJob(
    async () => (await import('../formats/container/inspect-container.ts')).inspectContainer,
  ),
  inspectDocument: loadJob(async () => (await import('./document/inspect-document.ts')).inspectDocument),
  inspectSvg: loadJob(async () => (await import('./integrity/svg/inspect-svg.ts')).inspectSvg),
  judgeCaptions: loadJob(async () => (await import('./captions/judge-captions.ts')).judgeCaptions),
  judgeFlashes: loadJob(async () => (await import('./photosensitivity/judge-flashes.ts')).judgeFlashes),
  judgeLoudness: loadJob(async () => (await import('./loudness/judge-loudness.ts')).judgeLoudness),
  judgePreset: loadJob(async () => (await import('./loudness/judge-loudness.ts')).judgePreset),
  judgeSupers: loadJob(async () => {
    const [{ judgeSupers }, { rules }] = await Promise.all([
      import('./supers/judge-supers.ts'),
      import('./supers/rules.ts'),
    ]);
    return (_source: RangedSource, { video, settings }: SupersToJudge) =>
      judgeSupers(video, rulesInForce(rules, settings), settings.parameters as SupersParameters);
  }),
  judgeVideo: loadJob(async () => (await import('./video-qc/judge-video.ts')).judgeVideo),
  readMetadata: loadJob(async () => (await import('./integrity/metadata/read-metadata.ts')).readMetadata),
  readImageProperties: loadJob(
    async () => (await import('./requirements/read-image-properties.ts')).readImageProperties,
  ),
  readSvgSize: loadJob(async () => (await import('./requirements/read-svg-size.ts')).readSvgSize),
  verifyCredentials: loadJob(
    async () => (await import('./integrity/credentials/verify-credentials.ts')).verifyCredentials,
  ),
};
export type SidekickJobs = typeof sidekickJobs;
