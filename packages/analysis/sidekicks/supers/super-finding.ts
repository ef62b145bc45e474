import { timecode } from '@assay/domain/time-code.ts';
import type { VideoText } from '../../text/shown-text.ts';
import { leftOutInWords, picturesInWords, precisionInWords } from '../../text/reading-in-words.ts';
import { quoted } from '@assay/domain/lib/characters.ts';
import {
  excerptEvidence,
  type FindingParts,
  measurementEvidence,
  newFinding,
} from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { SupersRule } from './rules.ts';
import type { Super } from './super.ts';

const maxQuoteCharacters = 300;
const maxSummaryCharacters = 60;

interface SuperFindingParts extends Pick<
  FindingParts,
  'severity' | 'headline' | 'reasoning' | 'action' | 'resolution'
> {
  /** Name of the defect. The summary consists of this name and a quotation of the text. */
  what: string;
  /** Sentences about the measured value and its limit. */
  details: string;
  measured: number;
  /** Limit for this super, in the same unit as `measured`. */
  threshold: number;
  /** Unit of `measured` and `threshold`; default: the unit of the rule. */
  unit?: string;
  /** Confidence (0–1) of the finding; default: the lowest confidence with which a line was read. */
  confidence?: number;
}

export function superFinding(
  rule: SupersRule,
  found: Super,
  video: VideoText,
  { what, details, measured, threshold, unit, confidence, ...parts }: SuperFindingParts,
): Finding {
  const { startSeconds, endSeconds, box, text } = found;
  const anchor = { kind: 'time' as const, startSeconds, endSeconds, bbox: box };
  const id = `${rule.code}:${startSeconds}:${box[0]}:${box[1]}`;
  const measurement = measurementEvidence(rule, id, measured, anchor);
  const content = { ...measurement.content, threshold, unit: unit ?? measurement.content.unit };
  const readConfidence = Math.min(...found.lines.map((line) => line.confidence));
  return newFinding(rule, {
    ...parts,
    confidence: Number((confidence ?? readConfidence).toFixed(2)),
    summary: `${what}: ${quoted(text, maxSummaryCharacters)}`,
    details: `${details} ${howRead(found, video)}`,
    anchor,
    evidence: [
      { ...measurement, content },
      excerptEvidence(rule, `${id}:text`, { text: quoted(text, maxQuoteCharacters) }, anchor),
    ],
  });
}

/** Returns the text and the times of a super, such as `“Terms apply” from 0:01.00 to 0:04.00`. */
export function describeSuper({ text, startSeconds, endSeconds }: Super): string {
  return `${quoted(text, maxQuoteCharacters)} from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
}

function howRead({ isExact }: Super, video: VideoText): string {
  return (
    `The text was read in ${picturesInWords(video)}. The times of this text are exact to ` +
    `${precisionInWords(isExact, video)}.${leftOutInWords(video)}`
  );
}
