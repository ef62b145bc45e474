import type { SidekickCode } from './catalogue.ts';
import { claims } from './claims/claims.ts';
import type { Sidekick } from './contract.ts';
import { documentInspection } from './document/document.ts';
import { integrity } from './integrity/integrity.ts';
import { loudness } from './loudness/loudness.ts';
import { videoQc } from './video-qc/video-qc.ts';

/** The analyser behind each sidekick of the catalogue. What one has seen is its own affair. */
export const builtInSidekicks = {
  'video-qc': videoQc,
  loudness,
  document: documentInspection,
  integrity,
  claims,
} as unknown as Record<SidekickCode, Sidekick<unknown>>;
