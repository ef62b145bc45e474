import { captionsDescription } from './captions/rules.ts';
import { claimsDescription } from './claims/rules.ts';
import type { Rule, SidekickDescription } from '../contract/description.ts';
import { documentDescription } from './document/rules.ts';
import { integrityDescription } from './integrity/rules.ts';
import {
  loudnessAtscDescription,
  loudnessDescription,
  loudnessStreamingDescription,
} from './loudness/rules.ts';
import { photosensitivityDescription } from './photosensitivity/rules.ts';
import { requirementsDescription } from './requirements/rules.ts';
import { supersDescription } from './supers/rules.ts';
import { videoQcDescription } from './video-qc/rules.ts';

/** The descriptions of all built-in sidekicks, with their rules and thresholds, as data without code. */
export const catalogue = [
  videoQcDescription,
  photosensitivityDescription,
  loudnessDescription,
  documentDescription,
  integrityDescription,
  loudnessAtscDescription,
  loudnessStreamingDescription,
  claimsDescription,
  supersDescription,
  requirementsDescription,
  captionsDescription,
] as const satisfies readonly SidekickDescription[];

export const sidekickDescriptions: readonly SidekickDescription[] = catalogue;

export type SidekickCode = (typeof catalogue)[number]['code'];
export type RuleCode = (typeof catalogue)[number]['rules'][number]['code'];

/** The readers of an installation: of text in pictures, and of speech. */
export interface InstalledReaders {
  readsText: boolean;
  hearsSpeech: boolean;
}

/**
 * Returns the description of a sidekick in an installation. A sidekick that needs a reader which is not installed
 * examines fewer types of assets; `assetTypes` is empty if it examines none. Documents need no reader.
 */
export function installedSidekick(
  sidekick: SidekickDescription,
  { readsText, hearsSpeech }: InstalledReaders,
): SidekickDescription {
  const usesSpeech = sidekick.hearsSpeech === true;
  if (!sidekick.readsText && !usesSpeech) return sidekick;
  const readable = {
    document: true,
    image: sidekick.readsText && readsText,
    video: (sidekick.readsText && readsText) || (usesSpeech && hearsSpeech),
    audio: usesSpeech && hearsSpeech,
  };
  return {
    ...sidekick,
    readsText: sidekick.readsText && readsText,
    ...(usesSpeech ? { hearsSpeech } : {}),
    assetTypes: sidekick.assetTypes.filter((assetType) => readable[assetType]),
  };
}

/**
 * Returns the built-in sidekicks of an installation.
 * @param readsText whether the installation has the reader of text in pictures
 * @param hearsSpeech whether it has the reader of speech
 */
export function availableSidekicks(readsText: boolean, hearsSpeech = false): readonly SidekickDescription[] {
  return sidekickDescriptions
    .map((sidekick) => installedSidekick(sidekick, { readsText, hearsSpeech }))
    .filter(({ assetTypes }) => assetTypes.length > 0);
}

/** Returns the description of the built-in sidekick with the given code. */
export function describeSidekick(code: SidekickCode): SidekickDescription {
  return sidekickDescriptions.find((sidekick) => sidekick.code === code)!;
}

/** Returns the built-in sidekick with the given id, in any letter case; null if there is none. */
export function findSidekick(id: string): SidekickDescription | null {
  return sidekickDescriptions.find((sidekick) => sidekick.id === id.toLowerCase()) ?? null;
}

const defects = new Map<string, string>(
  sidekickDescriptions.flatMap(({ rules }) => rules.map(({ code, defect }) => [code, defect ?? code])),
);

/** Returns the code of the defect that a rule finds. Each rule of a custom sidekick finds its own. */
export function defectOf(ruleCode: string): string {
  return defects.get(ruleCode) ?? ruleCode;
}

/** Returns the built-in rule with the given code, and its sidekick; null if there is none. */
export function findRule(code: string): { rule: Rule; sidekick: SidekickDescription } | null {
  for (const sidekick of sidekickDescriptions) {
    const rule = sidekick.rules.find((candidate) => candidate.code === code);
    if (rule !== undefined) return { rule, sidekick };
  }
  return null;
}
