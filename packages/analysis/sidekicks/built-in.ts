import { captions } from './captions/captions.ts';
import type { SidekickCode } from './catalogue.ts';
import { claims } from './claims/claims.ts';
import type { Sidekick } from '../contract/contract.ts';
import { documentInspection } from './document/document.ts';
import { integrity } from './integrity/integrity.ts';
import { loudness, loudnessAtscA85, loudnessStreaming } from './loudness/loudness.ts';
import { photosensitivity } from './photosensitivity/photosensitivity.ts';
import { requirements } from './requirements/requirements.ts';
import { supers } from './supers/supers.ts';
import type { SidekickJobs } from './parser-jobs.ts';
import { videoQc } from './video-qc/video-qc.ts';

/**
 * The implementation of each built-in sidekick. The sidekicks have different measurement types, so TypeScript does not
 * accept them as `Sidekick<unknown, …>` without the cast.
 */
export const builtInSidekicks = {
  'video-qc': videoQc,
  photosensitivity,
  loudness,
  document: documentInspection,
  integrity,
  'loudness-atsc-a85': loudnessAtscA85,
  'loudness-streaming': loudnessStreaming,
  claims,
  supers,
  requirements,
  captions,
} as unknown as Record<SidekickCode, Sidekick<unknown, SidekickJobs>>;
