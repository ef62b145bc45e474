import type { AssetType } from '@assay/domain/asset-type.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { timecode } from '@assay/domain/time-code.ts';
import type { Parsers } from '../parsers/parser-pool.ts';
import type { JobTable } from '../parsers/protocol.ts';
import type { ProbeReport } from '../decode/ffprobe.ts';
import type { SpokenText } from '../speech/spoken-text.ts';
import type { ShownText } from '../text/shown-text.ts';
import type { CappedList } from '../formats/capped-collections.ts';
import type { Rule } from './description.ts';
import type { Finding } from './finding.ts';
import type { MeasuredValues } from './measured-values.ts';
import type { SidekickSettings } from './settings.ts';
import type { TimeRange } from './time-ranges.ts';
import type { TrustLists } from './trust-lists.ts';
import type { Watch } from './watch.ts';

/** The input for the examination of one asset by a sidekick. `Jobs` are the parser jobs that the sidekick runs. */
export interface SidekickInput<Jobs extends JobTable = JobTable> {
  asset: {
    assetId: string;
    filename: string;
    assetType: AssetType;
    mimeType: string;
    /** Number of pages for which a document was charged; null for other types. */
    pages: number | null;
  };
  /** The asset's bytes, read by range. */
  source: RangedSource;
  /** The text shown in the asset; null if the text was not read, or if files of this type have none. */
  shownText: ShownText | null;
  /** The speech in the sound of the asset; null or absent if it was not read, or if the asset has no sound. */
  spokenText?: SpokenText | null;
  /** The settings of the sidekick in the profile. Without a profile, `defaultSettings` of the sidekick. */
  settings: SidekickSettings;
  /** Returns the lists that signers of content credentials are judged against. Throws if a list cannot be used. */
  trustLists: () => Promise<TrustLists>;
  /** Pool of processes that parse the asset's bytes in JavaScript. */
  parsers: Parsers<Jobs>;
  /** Aborted when the run is cancelled or the worker stops. */
  signal: AbortSignal;
  /** Reports the progress of the examination (0–1) and sends the heartbeat of the activity. */
  progress: (share: number) => void;
  /**
   * Receives measured values by rule code, in the unit of the rule or as text, also of rules without findings. Called
   * at most once. Absent: the values are not needed.
   */
  onMeasured?: (values: MeasuredValues) => void;
}

/** Thrown by `examine` if the observation lacks a value that the settings need, because other settings did not. */
export class NotMeasured extends Error {}

/**
 * Analyses assets. Defects of an asset are returned as findings; `examine` throws an error only if the asset could not
 * be examined. Functions named `watch…` measure while a file is decoded. Functions named `judge…` compare measured
 * values with rules.
 */
export interface Sidekick<Measurements = never, Jobs extends JobTable = JobTable> {
  /** Returns filters and callbacks that measure the file during its decoding; null if nothing is measured. */
  watch?: (media: ProbeReport) => Watch<Measurements> | null;
  /**
   * Examines the asset and returns the findings. `observation` is the JSON of an `Observation`: the result of `watch`;
   * null if nothing was decoded. Lists that a file chooses are judged in a parser process (`judge-apart.ts`).
   */
  examine: (input: SidekickInput<Jobs>, observation: RangedSource | null) => Promise<Finding[]>;
  /**
   * Returns whether findings that were made without the text shown in the asset require this text. The text is then
   * read, and the asset is examined again. Only called if `asksForText` of the description is true.
   */
  wantsText?: (findings: readonly Finding[]) => boolean;
}

/** The parts of a finding that differ between findings of the same rule. */
export interface FindingParts extends Pick<Finding, 'summary' | 'details' | 'anchor' | 'evidence'> {
  /** Severity of the finding; default: the severity of the rule. */
  severity?: Finding['severity'];
  /** Confidence of the finding (0–1); default: 1. */
  confidence?: number;
  headline: string;
  reasoning: string;
  /** The remedy as a verb, for example `replace` or `review`. */
  action: string;
  /** The remedy as a sentence for the user. */
  resolution: string;
}

export function newFinding(rule: Rule, parts: FindingParts): Finding {
  const { headline, reasoning, action, resolution, ...rest } = parts;
  return {
    ruleCode: rule.code,
    severity: rule.severity,
    confidence: 1,
    severityReasoningHeadline: headline,
    severityReasoning: reasoning,
    precedents: [],
    resolutionRequirement: { action, description: resolution },
    ...rest,
  };
}

/** The anchor of findings about the asset as a whole. */
export const wholeAsset = { kind: 'asset' as const };

/** Rounds a measured value up, so that a value beyond a limit is not shown as the limit. */
export function roundedUp(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Removes floating-point errors first, so that 7.000000000000001 is not rounded up.
  return Math.ceil(Number((value * scale).toFixed(6))) / scale;
}

/** Returns evidence with the measured value and with the threshold, unit and source of the rule. */
export function measurementEvidence(rule: Rule, id: string, measured: number, anchor: Finding['anchor']) {
  return {
    id,
    sourceType: 'measurement' as const,
    confidence: 1,
    content: { measured, threshold: rule.threshold, unit: rule.unit, source: { ...rule.source } },
    anchor,
  };
}

/** The content of evidence of type `excerpt`. `excerptEvidence` adds the source of the rule to it. */
export type ExcerptContent = Record<string, Exclude<Finding['evidence'][number]['content'], undefined>>;

/** Returns evidence with content that was read from the asset, and with the source of the rule. */
export function excerptEvidence(
  rule: Rule,
  id: string,
  content: ExcerptContent,
  anchor: Finding['anchor'],
): Finding['evidence'][number] {
  return {
    id,
    sourceType: 'excerpt',
    confidence: 1,
    content: { ...content, source: { ...rule.source } },
    anchor,
  };
}

/**
 * Returns one finding for each of the first items, and one finding for all remaining items. The confidence of the last
 * finding is the lowest confidence of the others.
 * @param what name of the items, in the plural
 * @param further additional content for the evidence of the last finding
 */
export function findingsPerItem<T>(
  rule: Rule,
  what: string,
  { first, count }: CappedList<T>,
  toFinding: (item: T, index: number) => Finding,
  further: ExcerptContent = {},
): Finding[] {
  const findings = first.map(toFinding);
  const more = count - first.length;
  if (more === 0) return findings;
  const content = { count, reported: first.length, ...further };
  const others = more === 1 ? 'There is 1 more' : `There are ${more} more`;
  const rest = newFinding(rule, {
    summary: `${others} of the ${count} ${what}`,
    details: `The first ${first.length} ${what} are reported one by one. ${others}, ${count} in all.`,
    reasoning: 'They are of the same kind as those that are reported one by one.',
    headline: `${count} ${what}`,
    confidence: Math.min(...findings.map(({ confidence }) => confidence)),
    evidence: [excerptEvidence(rule, `${rule.code}:more`, content, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: `Review all ${count} ${what}.`,
  });
  return [...findings, rest];
}

/** Maximum number of time ranges of one defect that are separate findings. Chosen by this project. */
const maxSeparate = 3;
/** Maximum number of pieces of evidence of a finding about many places. */
const maxListed = 50;

/** The time ranges of one defect. */
interface ManyPlaces<T> {
  /** Name of the places, in the plural. */
  what: string;
  /** Name of the place with the largest measured value, such as `longest`. */
  most: string;
  places: readonly T[];
  /** Number of all places; default: the number of `places`. */
  count?: number;
  /** True if the places always have one cause, so that two of them are already one finding. */
  haveOneCause?: boolean;
}

/**
 * Returns a finding for each place of a defect, or one finding if there are many, because one person decides about all
 * of them at once. The one finding is that of the most severe place with the largest measured value. Its evidence has
 * the first 50 places.
 */
export function findingsOrOne<T>(
  { what, most, places, count = places.length, haveOneCause = false }: ManyPlaces<T>,
  toFinding: (place: T, index: number) => Finding,
): Finding[] {
  const findings = places.map(toFinding);
  if (count <= (haveOneCause ? 1 : maxSeparate)) return findings;
  const worst = findings.reduce((a, b) => (isWorse(b, a) ? b : a));
  const others = findings.filter((finding) => finding !== worst);
  const evidence = [worst, ...others].flatMap((finding) => finding.evidence).slice(0, maxListed);
  const { startSeconds, endSeconds } = worst.anchor as TimeRange & Finding['anchor'];
  const unlisted = count > evidence.length ? ` The evidence has ${evidence.length} of them.` : '';
  return [
    {
      ...worst,
      confidence: Math.min(...findings.map(({ confidence }) => confidence)),
      summary: `${count} ${what}, the ${most} from ${timecode(startSeconds)} to ${timecode(endSeconds)}`,
      details: `There are ${count} ${what}. The ${most}: ${worst.details}${unlisted}`,
      severityReasoningHeadline: `${count} ${what}`,
      evidence,
      resolutionRequirement: {
        ...worst.resolutionRequirement,
        description: `${worst.resolutionRequirement.description} The same applies to the other ${count - 1}.`,
      },
    },
  ];
}

function isWorse(a: Finding, b: Finding): boolean {
  if (a.severity !== b.severity) return compareSeverities(a.severity, b.severity) < 0;
  const measured = ({ evidence }: Finding) =>
    Math.abs((evidence[0]!.content as { measured: number }).measured);
  return measured(a) > measured(b);
}
