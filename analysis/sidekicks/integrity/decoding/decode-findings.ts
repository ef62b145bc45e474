import { maxPicturePixels } from '../../../media/image-limits.ts';
import { timecode } from '../../../media/time-ranges.ts';
import type { RuleCode } from '../../catalogue.ts';
import {
  excerptEvidence,
  type ExcerptContent,
  type FindingParts,
  measurementEvidence,
  newFinding,
  wholeAsset,
} from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { FaultCluster } from './fault-clusters.ts';

/**
 * Returns a finding if an image has decoding errors. Its severity is critical if the image cannot be decoded at all.
 */
export function imageFindings(messages: readonly string[], cannot: boolean): Finding[] {
  if (messages.length === 0) return [];
  return [
    newFinding('decode.image', {
      severity: cannot ? 'critical' : 'major',
      summary: cannot ? 'The image cannot be decoded' : 'The image decodes with errors',
      details: `The decoder reported: ${messages.slice(0, 5).join('; ')}`,
      reasoning: cannot ? 'No viewer can show the picture.' : 'Parts of the picture are missing or damaged.',
      headline: cannot ? 'Undecodable image' : 'Damaged image',
      evidence: [excerpt('decode.image', 'decode.image', messages, wholeAsset)],
      anchor: wholeAsset,
      action: 'replace',
      resolution: 'Export the image again and check that it opens.',
    }),
  ];
}

/** Returns the finding for a picture that is not decoded because of its size in pixels. It is not a defect. */
export function undecodedPicture({ width, height }: { width: number; height: number }): Finding {
  const limit = Math.floor(maxPicturePixels / 1e6);
  return unexaminedImage({
    content: { width, height, maxPixels: maxPicturePixels },
    summary: `The picture of ${width} × ${height} pixels was not decoded`,
    details: `Pictures are decoded up to ${limit} megapixels; this one has ${Math.round((width * height) / 1e6)}. Damage of the picture would not be found.`,
  });
}

/**
 * Returns the finding for a file whose later frames were not decoded. It is not a defect.
 * @param firstFrames number of frames that were decoded; null if decoding stopped because of too many messages
 * @param total number of frames in the file; null if unknown
 */
export function partlyDecoded(firstFrames: number | null, total: number | null): Finding {
  const content = { firstFrames, total };
  if (firstFrames === null) {
    const summary = 'Decoding stopped after too many messages of the decoder';
    return unexaminedImage({
      content,
      summary,
      details: `${summary}. The rest of the file was not decoded.`,
    });
  }
  const of = total !== null && total > firstFrames ? ` of ${total}` : '';
  return unexaminedImage({
    content,
    summary: `The first ${firstFrames}${of} frames were decoded`,
    details: `The first ${firstFrames}${of} frames of the file were decoded. The limit of an image depends on its size in pixels, that of a video on its duration. Damage of later frames would not be found.`,
  });
}

function unexaminedImage({
  content,
  ...parts
}: Pick<FindingParts, 'summary' | 'details'> & { content: ExcerptContent }): Finding {
  const code = 'decode.unexamined';
  return newFinding(code, {
    ...parts,
    reasoning:
      'Decoding takes time and memory in proportion to the pixels of all frames, so both are limited.',
    headline: 'Not decoded in full',
    evidence: [excerptEvidence(code, code, content, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Check the rest of the file in a viewer, or supply a version with fewer frames or pixels.',
  });
}

/** Returns the finding for video or sound that ffmpeg could not decode to the end. */
export function undecodable(reason: string, decodedSeconds: number): Finding {
  const anchor =
    decodedSeconds > 0
      ? { kind: 'time' as const, startSeconds: decodedSeconds, endSeconds: decodedSeconds }
      : wholeAsset;
  const reached = decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : '';
  return newFinding('decode.damaged', {
    severity: 'critical',
    summary: `The file cannot be decoded${reached}`,
    details: `The decoder stopped${reached}: ${reason}`,
    reasoning: 'Players and other tools also stop here, or do not open the file at all.',
    headline: 'Undecodable file',
    evidence: [excerpt('decode.damaged', 'decode.damaged:given-up', [reason], anchor)],
    anchor,
    action: 'replace',
    resolution: 'Export the file again and check that it plays to its end.',
  });
}

/** Returns the finding for a damaged document, which viewers may still open. */
export function damagedDocument(reason: string): Finding {
  return newFinding('decode.document', {
    summary: 'The document is damaged or cut off',
    details: `The document is incomplete or damaged: ${reason}.`,
    reasoning: 'Viewers may repair the document, show a part of it, or not open it.',
    headline: 'Damaged document',
    evidence: [excerptEvidence('decode.document', 'decode.document', { reason }, wholeAsset)],
    anchor: wholeAsset,
    action: 'replace',
    resolution: 'Transfer or export the document again and check that it opens.',
  });
}

/** Returns the finding for a cluster of decoder or demuxer errors. */
export function damaged({ range, lines, messages }: FaultCluster): Finding {
  const anchor = range === null ? wholeAsset : { kind: 'time' as const, ...range };
  const where = range === null ? '' : ` at about ${timecode(range.startSeconds)}`;
  const id = `decode.damaged:${range?.startSeconds ?? 'file'}`;
  return newFinding('decode.damaged', {
    summary: `The file decodes with errors${where}`,
    details: `The decoder or demuxer reported ${lines} ${lines === 1 ? 'error' : 'errors'}${where}: ${messages.slice(0, 5).join('; ')}`,
    reasoning: 'Damaged picture or sound appears as blocks, smears, clicks or gaps.',
    headline: 'Damaged content',
    evidence: [
      measurementEvidence('decode.damaged', id, lines, anchor),
      excerpt('decode.damaged', `${id}:messages`, messages, anchor),
    ],
    anchor,
    action: 'replace',
    resolution: `Check the file${where}, and export it again from an undamaged source.`,
  });
}

/**
 * Returns the finding for a truncated file. `missingBytes` is null if only the demuxer reported the truncation, with
 * `message`.
 */
export function truncated(
  missingBytes: number | null,
  message: string | null,
  decodedSeconds: number,
): Finding {
  const anchor =
    decodedSeconds > 0
      ? { kind: 'time' as const, startSeconds: decodedSeconds, endSeconds: decodedSeconds }
      : wholeAsset;
  const missing =
    missingBytes === null ? '' : ` ${missingBytes} bytes announced by its structure are missing.`;
  const report = message === null ? '' : ` The demuxer reported: ${message}.`;
  const messages =
    message === null ? [] : [excerpt('decode.truncated', 'decode.truncated:message', [message], anchor)];
  return newFinding('decode.truncated', {
    summary: `The file is cut off${decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : ''}`,
    details: `The file ends before its content does.${missing}${report}`,
    reasoning: 'The rest of the content is not in the file. Interrupted uploads and exports end like this.',
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
  return excerptEvidence(code, id, { decoder: 'ffmpeg', messages: [...messages] }, anchor);
}
