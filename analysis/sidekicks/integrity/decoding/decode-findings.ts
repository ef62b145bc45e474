import { timecode } from '../../../media/time-ranges.ts';
import { findRule, type RuleCode } from '../../catalogue.ts';
import { measurementEvidence, newFinding } from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { FaultCluster } from './fault-clusters.ts';

const asset = { kind: 'asset' as const };

/** What came of decoding an image: whether it decodes, and whether in full. */
export function imageFindings(messages: readonly string[], cannot: boolean): Finding[] {
  if (messages.length === 0) return [];
  return [
    newFinding('decode.image', {
      severity: cannot ? 'critical' : 'major',
      summary: cannot ? 'The image cannot be decoded' : 'The image decodes with errors',
      details: `The decoder reported: ${messages.slice(0, 5).join('; ')}`,
      reasoning: cannot ? 'Nobody can see the picture.' : 'Parts of the picture are missing or damaged.',
      headline: cannot ? 'Undecodable image' : 'Damaged image',
      evidence: [excerpt('decode.image', 'decode.image', messages, asset)],
      anchor: asset,
      action: 'replace',
      resolution: 'Export the image again and check that it opens.',
    }),
  ];
}

/** ffmpeg could not decode a video or sound to its end. */
export function undecodable(reason: string, decodedSeconds: number): Finding {
  const anchor =
    decodedSeconds > 0
      ? { kind: 'time' as const, startSeconds: decodedSeconds, endSeconds: decodedSeconds }
      : asset;
  const reached = decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : '';
  return newFinding('decode.damaged', {
    severity: 'critical',
    summary: `The file cannot be decoded${reached}`,
    details: `The decoding was given up${reached}: ${reason}`,
    reasoning: 'Players and other tools stop here too, or do not open the file at all.',
    headline: 'Undecodable file',
    evidence: [excerpt('decode.damaged', 'decode.damaged:given-up', [reason], anchor)],
    anchor,
    action: 'replace',
    resolution: 'Export the file again and check that it plays to its end.',
  });
}

/** A document whose structure does not hold; viewers may open it all the same. */
export function damagedDocument(reason: string): Finding {
  const { rule } = findRule('decode.document')!;
  return newFinding('decode.document', {
    summary: 'The document is damaged or cut off',
    details: `The document is not whole: ${reason}.`,
    reasoning: 'Viewers may repair it, show a part of it, or refuse it.',
    headline: 'Damaged document',
    evidence: [
      {
        id: 'decode.document',
        sourceType: 'excerpt',
        confidence: 1,
        content: { reason, source: { ...rule.source } },
        anchor: asset,
      },
    ],
    anchor: asset,
    action: 'replace',
    resolution: 'Transfer or export the document again and check that it opens.',
  });
}

/** A stretch in which decoders or the demuxer complained. */
export function damaged({ range, lines, messages }: FaultCluster): Finding {
  const anchor = range === null ? asset : { kind: 'time' as const, ...range };
  const where = range === null ? '' : ` at about ${timecode(range.startSeconds)}`;
  const id = `decode.damaged:${range?.startSeconds ?? 'file'}`;
  return newFinding('decode.damaged', {
    summary: `The file decodes with errors${where}`,
    details: `${lines} ${lines === 1 ? 'message' : 'messages'} of decoder or demuxer${where}: ${messages.slice(0, 5).join('; ')}`,
    reasoning: 'Picture or sound is damaged here, which shows as blocks, smears, clicks or gaps.',
    headline: 'Damaged content',
    evidence: [
      measurementEvidence('decode.damaged', id, lines, anchor),
      excerpt('decode.damaged', `${id}:messages`, messages, anchor),
    ],
    anchor,
    action: 'replace',
    resolution: `Look at the file${where}, and export it again from an undamaged source.`,
  });
}

/** The file ends before what it announces does. `missingBytes` is null where only the demuxer says so. */
export function truncated(missingBytes: number | null, said: string | null, decodedSeconds: number): Finding {
  const anchor =
    decodedSeconds > 0
      ? { kind: 'time' as const, startSeconds: decodedSeconds, endSeconds: decodedSeconds }
      : asset;
  const lacking =
    missingBytes === null ? '' : ` It lacks ${missingBytes} bytes that its structure announces.`;
  const saying = said === null ? '' : ` The demuxer reported: ${said}.`;
  const messages =
    said === null ? [] : [excerpt('decode.truncated', 'decode.truncated:message', [said], anchor)];
  return newFinding('decode.truncated', {
    summary: `The file is cut off${decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : ''}`,
    details: `The file ends before its content does.${lacking}${saying}`,
    reasoning: 'What should follow is not in the file; uploads and exports that broke off end like this.',
    headline: 'Truncated file',
    evidence: [
      ...(missingBytes === null
        ? []
        : [measurementEvidence('decode.truncated', 'decode.truncated', missingBytes, anchor)]),
      ...messages,
    ],
    anchor,
    action: 'replace',
    resolution: 'Transfer or export the file again, and compare its size with that of the original.',
  });
}

function excerpt(code: RuleCode, id: string, messages: readonly string[], anchor: Finding['anchor']) {
  const { rule } = findRule(code)!;
  return {
    id,
    sourceType: 'excerpt' as const,
    confidence: 1,
    content: { decoder: 'ffmpeg', messages: [...messages], source: { ...rule.source } },
    anchor,
  };
}
