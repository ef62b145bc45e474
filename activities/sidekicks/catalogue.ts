import type { AssetType } from '../../domain/asset-type.ts';
import type { Severity } from '../../domain/severity.ts';

/** Where a threshold comes from, so that a person can check it. */
export interface RuleSource {
  standard: string;
  clause: string;
  url: string;
}

export interface Rule {
  /** Never changes once published, whatever else of the rule does. */
  id: string;
  /** `family.name`; rules of one family are grouped into one topic. */
  code: string;
  name: string;
  severity: Severity;
  threshold: number | null;
  unit: string | null;
  source: RuleSource;
}

export interface SidekickDescription {
  id: string;
  code: string;
  name: string;
  description: string;
  /** Raised whenever a rule or the way it is judged changes; recorded with each result. */
  version: string;
  assetTypes: readonly AssetType[];
  rules: readonly Rule[];
}

/** For thresholds that no published standard gives: ours, and said to be. */
const assayDefault: RuleSource = {
  standard: 'Assay default',
  clause: 'chosen by this project; not taken from a published standard',
  url: 'https://ffmpeg.org/ffmpeg-filters.html',
};

const exif: RuleSource = {
  standard: 'CIPA DC-008 (Exif)',
  clause: '4.6.6 GPS attribute information',
  url: 'https://www.cipa.jp/e/std/std-sec.html',
};

const pdf = (clause: string): RuleSource => ({
  standard: 'ISO 32000-2:2020 (PDF 2.0)',
  clause,
  url: 'https://pdfa.org/resource/iso-32000-2/',
});

/** The built-in sidekicks, their rules and thresholds, as data. */
export const catalogue = [
  {
    id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b01',
    code: 'video-qc',
    name: 'Video quality control',
    description: 'Finds black and frozen picture.',
    version: '1',
    assetTypes: ['video'],
    rules: [
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b11',
        code: 'picture.black',
        name: 'Black picture',
        severity: 'major',
        threshold: 2,
        unit: 's',
        source: assayDefault,
      },
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b12',
        code: 'picture.freeze',
        name: 'Frozen picture',
        severity: 'major',
        threshold: 2,
        unit: 's',
        source: assayDefault,
      },
    ],
  },
  {
    id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b02',
    code: 'loudness',
    name: 'Loudness and sound',
    description: 'Finds silence in the sound of videos and audio files.',
    version: '1',
    assetTypes: ['video', 'audio'],
    rules: [
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b21',
        code: 'sound.silence',
        name: 'Silence',
        severity: 'minor',
        threshold: 2,
        unit: 's',
        source: assayDefault,
      },
    ],
  },
  {
    id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b03',
    code: 'document',
    name: 'Document inspection',
    description: 'Finds encryption and active content in PDF files.',
    version: '1',
    assetTypes: ['document'],
    rules: [
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b31',
        code: 'access.encrypted',
        name: 'Encrypted document',
        severity: 'major',
        threshold: null,
        unit: null,
        source: pdf('7.6 Encryption'),
      },
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b32',
        code: 'active_content.javascript',
        name: 'JavaScript run by a document or page',
        severity: 'critical',
        threshold: null,
        unit: null,
        source: pdf('12.6.4.17 ECMAScript actions'),
      },
    ],
  },
  {
    id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b04',
    code: 'integrity',
    name: 'File integrity',
    description: 'Finds images that do not decode and locations kept in their metadata.',
    version: '1',
    assetTypes: ['image'],
    rules: [
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b41',
        code: 'decode.image',
        name: 'Image does not decode cleanly',
        severity: 'critical',
        threshold: null,
        unit: null,
        source: assayDefault,
      },
      {
        id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b42',
        code: 'privacy.location',
        name: 'Location in metadata',
        severity: 'major',
        threshold: null,
        unit: null,
        source: exif,
      },
    ],
  },
] as const satisfies readonly SidekickDescription[];

export const sidekickDescriptions: readonly SidekickDescription[] = catalogue;

export type SidekickCode = (typeof catalogue)[number]['code'];
export type RuleCode = (typeof catalogue)[number]['rules'][number]['code'];

export function findSidekick(id: string): SidekickDescription | null {
  return sidekickDescriptions.find((sidekick) => sidekick.id === id.toLowerCase()) ?? null;
}

/** The sidekicks among `ids` that examine assets of this type, in the catalogue's order. */
export function fittingSidekicks(ids: readonly string[], assetType: string | null): SidekickDescription[] {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  return sidekickDescriptions.filter(
    (sidekick) =>
      wanted.has(sidekick.id) && (sidekick.assetTypes as readonly (string | null)[]).includes(assetType),
  );
}

export function findRule(code: string): { rule: Rule; sidekick: SidekickDescription } | null {
  for (const sidekick of sidekickDescriptions) {
    const rule = sidekick.rules.find((candidate) => candidate.code === code);
    if (rule !== undefined) return { rule, sidekick };
  }
  return null;
}
