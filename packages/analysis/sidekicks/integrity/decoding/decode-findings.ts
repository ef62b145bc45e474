import { plainText, sentenceCase } from '@assay/domain/lib/characters.ts';
import { timecode } from '@assay/domain/time-code.ts';
import type { RareCoding, StreamKind } from '../../../formats/container/container-report.ts';
import { maxPicturePixels } from '../../../decode/image-limits.ts';
import { minSampleRate } from '../../../decode/streams.ts';
import {
  excerptEvidence,
  type ExcerptContent,
  type FindingParts,
  measurementEvidence,
  newFinding,
  wholeAsset,
} from '../../../contract/contract.ts';
import type { Rule } from '../../../contract/description.ts';
import type { Finding } from '../../../contract/finding.ts';
import { rules } from '../rules.ts';
import type { FaultCluster } from './fault-clusters.ts';
import type { StreamCounts } from './watch-decoding.ts';

/** Messages about the faults of an image. */
export interface ImageFaults {
  /** Faults in the structure of the file. */
  container: readonly string[];
  /** Faults in parts of the file that decoders may ignore, such as metadata and colour profiles. */
  ancillary: readonly string[];
  decoder: readonly string[];
}

/**
 * Returns a finding if an image has faults. The severity is critical if `cannot` is true (the image cannot be decoded
 * at all), minor if only ancillary parts are damaged, and major otherwise.
 */
export function imageFindings(faults: ImageFaults, cannot: boolean): Finding[] {
  const { decoder } = faults;
  const file = [...faults.container, ...faults.ancillary];
  const messages = [...file, ...decoder];
  if (messages.length === 0) return [];
  const isAncillary = messages.length === faults.ancillary.length;
  const fileEvidence = excerptEvidence(
    rules['decode.image'],
    'decode.image:file',
    { messages: file },
    wholeAsset,
  );
  return [
    newFinding(rules['decode.image'], {
      ...(cannot ? undecodableImage : isAncillary ? damagedAncillary : damagedImage),
      details: `These faults were found: ${messages.slice(0, 5).join('; ')}`,
      evidence: [
        ...(file.length === 0 ? [] : [fileEvidence]),
        ...(decoder.length === 0
          ? []
          : [excerpt(rules['decode.image'], 'decode.image', decoder, wholeAsset)]),
      ],
      anchor: wholeAsset,
      action: 'replace',
      resolution: 'Export the image again and check that it opens.',
    }),
  ];
}

const undecodableImage = {
  severity: 'critical',
  summary: 'The image cannot be decoded',
  reasoning: 'ffmpeg could not decode the picture. Other viewers may show it, a part of it, or nothing.',
  headline: 'Undecodable image',
} as const;
const damagedImage = {
  severity: 'major',
  summary: 'The image is damaged or incomplete',
  reasoning: 'Parts of the picture may be missing or wrong.',
  headline: 'Damaged image',
} as const;
const damagedAncillary = {
  severity: 'minor',
  summary: 'The image has damaged metadata',
  reasoning:
    'No damage of the picture was found. Viewers ignore damaged texts and colour profiles, so colours may differ.',
  headline: 'Damaged metadata',
} as const;

/** Returns the finding for a picture that was not decoded because it has too many pixels. Many pixels are no defect. */
export function undecodedPicture({ width, height }: { width: number; height: number }): Finding {
  const limit = Math.floor(maxPicturePixels / 1e6);
  return unexaminedImage({
    content: { width, height, maxPixels: maxPicturePixels },
    summary: `The picture of ${width} × ${height} pixels was not decoded`,
    details: `Pictures are decoded up to ${limit} megapixels; this one has ${Math.round((width * height) / 1e6)}. Damage of the picture would not be found.`,
  });
}

/**
 * Returns the finding for a file of which only the first frames were decoded, because of a limit of the examination.
 * @param firstFrames number of decoded frames; null if decoding stopped because the decoder logged too many messages
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
  const rule = rules['decode.unexamined'];
  return newFinding(rule, {
    ...parts,
    reasoning:
      'Decoding takes time and memory in proportion to the pixels of all frames, so both are limited.',
    headline: 'Not decoded in full',
    evidence: [excerptEvidence(rule, rule.code, content, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Check the rest of the file in a viewer, or supply a version with fewer frames or pixels.',
  });
}

/** Returns the finding for a recording that is longer than the limit, so only its first seconds were decoded. */
export function shortened(firstSeconds: number): Finding {
  const hours = firstSeconds / 3_600;
  return unexaminedPart('duration', {
    content: { firstSeconds },
    summary: `The first ${hours} hours were decoded`,
    details: `Sound is decoded up to ${hours} hours. Faults of later sound would not be found.`,
    reasoning: 'Decoding takes time in proportion to the duration, so it is limited.',
    resolution: 'Check the rest of the file, or supply it as several files.',
  });
}

/** Returns a finding if the file has video or audio streams that were not decoded. */
export function undecodedStreams(streams: StreamCounts | undefined): Finding[] {
  if (streams === undefined) return [];
  const { video, audio, decoded } = streams;
  const otherAudio = audio - Math.max(1, decoded.audio.length);
  if (video <= 1 && otherAudio <= 0) return [];
  const others = [
    ...(video > 1 ? [`${video - 1} of ${video} video streams`] : []),
    ...(otherAudio > 0 ? [`${otherAudio} of ${audio} audio streams`] : []),
  ].join(' and ');
  return [
    unexaminedPart('streams', {
      content: {
        videoStreams: video,
        audioStreams: audio,
        decodedVideoStream: decoded.video,
        decodedAudioStreams: [...decoded.audio],
      },
      summary: `The file has further streams: ${others} were not examined`,
      details: `Players select the stream that is marked as default. If there are several, this project selects the largest picture, and the sound with the most channels. No sidekick decoded ${others}.`,
      reasoning: 'A player or a viewer can select a stream that was not examined.',
      resolution: 'Check the other streams in a player, or supply each as a file of its own.',
    }),
  ];
}

export function undecodedSound(streams: StreamCounts | undefined): Finding[] {
  const sampleRate = streams?.lowSampleRate ?? null;
  if (sampleRate === null) return [];
  return [
    unexaminedPart('sample-rate', {
      content: { sampleRate, minSampleRate },
      summary: `The sound with a sample rate of ${sampleRate} Hz was not decoded`,
      details: `Sound is decoded from a sample rate of ${minSampleRate} Hz. No sidekick examined this sound.`,
      reasoning:
        'Decoding takes time in proportion to the duration. At a low sample rate, a small file lasts for hours.',
      resolution: 'Supply the sound at a usual sample rate, for example 48000 Hz.',
    }),
  ];
}

function unexaminedPart(
  id: string,
  {
    content,
    ...parts
  }: Pick<FindingParts, 'summary' | 'details' | 'reasoning' | 'resolution'> & {
    content: ExcerptContent;
  },
): Finding {
  const rule = rules['decode.unexamined'];
  return newFinding(rule, {
    ...parts,
    headline: 'Not decoded in full',
    evidence: [excerptEvidence(rule, `${rule.code}:${id}`, content, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
  });
}

/**
 * Returns the finding for a file that needs too much memory to decode, which may be an attempt to avoid examination.
 */
export function memoryExceeded(reason: string, decodedSeconds: number): Finding {
  const rule = rules['decode.unexamined'];
  const reached = decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : '';
  return newFinding(rule, {
    severity: 'major',
    summary: `The file was not decoded in full: it needs too much memory`,
    details: `Decoding stopped or left out pictures${reached}: ${reason}. This is a limit of the examination. Other programs may decode the file.`,
    reasoning: 'Content that was not decoded was not examined.',
    headline: 'Too large to decode',
    evidence: [excerptEvidence(rule, `${rule.code}:memory`, { reason, decodedSeconds }, wholeAsset)],
    anchor: wholeAsset,
    action: 'replace',
    resolution: 'Supply the file with a smaller picture, or with fewer bits per pixel.',
  });
}

/** Returns the finding for metadata that the parser process could not read. */
export function unexaminedMetadata(reason: string): Finding {
  const rule = rules['decode.unexamined'];
  return newFinding(rule, {
    summary: 'The metadata of the file was not examined',
    details: `The metadata was not examined: ${plainText(reason, 200)}. It may have locations and declarations of origin that were not found.`,
    reasoning: 'Metadata that was not examined may have content that was not found.',
    headline: 'Unexamined metadata',
    evidence: [
      excerptEvidence(rule, `${rule.code}:metadata`, { reason: plainText(reason, 200) }, wholeAsset),
    ],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Check the metadata with another tool, or supply the file without them.',
  });
}

export function undecodable(reason: string, decodedSeconds: number): Finding {
  const anchor =
    decodedSeconds > 0
      ? { kind: 'time' as const, startSeconds: decodedSeconds, endSeconds: decodedSeconds }
      : wholeAsset;
  const reached = decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : '';
  return newFinding(rules['decode.damaged'], {
    severity: 'critical',
    summary: `The file cannot be decoded${reached}`,
    details: `The decoder stopped${reached}: ${reason}`,
    reasoning: 'Players and other tools also stop here, or do not open the file at all.',
    headline: 'Undecodable file',
    evidence: [excerpt(rules['decode.damaged'], 'decode.damaged:given-up', [reason], anchor)],
    anchor,
    action: 'replace',
    resolution: 'Export the file again and check that it plays to its end.',
  });
}

/** Returns the finding for a file whose picture or sound is encrypted. Encrypted content is not damaged. */
export function encryptedContent(kinds: readonly StreamKind[]): Finding {
  const rule = rules['decode.encrypted'];
  const what = kinds.map((kind) => `the ${kind}`).join(' and ');
  const is = kinds.length > 1 ? 'are' : 'is';
  return newFinding(rule, {
    summary: `${sentenceCase(what)} ${is} encrypted`,
    details: `The file declares that ${what} ${is} encrypted, as in protected streams and purchased films. Without the key, ${what} cannot be decoded, so no sidekick can examine ${kinds.length > 1 ? 'them' : 'it'}.`,
    reasoning:
      'Players show and play nothing of it without the key, which only the licence of a player gives.',
    headline: 'Encrypted content',
    evidence: [excerptEvidence(rule, rule.code, { encrypted: [...kinds] }, wholeAsset)],
    anchor: wholeAsset,
    action: 'replace',
    resolution: 'Supply the file without encryption, exported from its source.',
  });
}

/** Returns the finding for a JPEG in a coding that most viewers lack. Such a JPEG is valid. */
export function rareCodingFinding(coding: RareCoding, isDecoded: boolean): Finding {
  const rule = rules['format.coding'];
  const undecoded = isDecoded
    ? ''
    : ' The picture was not decoded, so damage and text in it would not be found.';
  return newFinding(rule, {
    summary: `The JPEG uses ${coding} coding, which most viewers lack`,
    details: `The JPEG standard permits ${coding} coding, but browsers and most other viewers decode only sequential and progressive Huffman coding with 8 bits.${undecoded}`,
    reasoning: 'The file is valid, but most people who open it see no picture.',
    headline: 'Rare coding',
    evidence: [excerptEvidence(rule, rule.code, { coding }, wholeAsset)],
    anchor: wholeAsset,
    action: 'convert',
    resolution:
      'Save the picture as a usual JPEG (Huffman coding, 8 bits), and check that a browser shows it.',
  });
}

export function damagedDocument(reason: string): Finding {
  return newFinding(rules['decode.document'], {
    summary: 'The document is damaged or cut off',
    details: `The document is incomplete or damaged: ${reason}.`,
    reasoning: 'Viewers may repair the document, show a part of it, or not open it.',
    headline: 'Damaged document',
    evidence: [excerptEvidence(rules['decode.document'], 'decode.document', { reason }, wholeAsset)],
    anchor: wholeAsset,
    action: 'replace',
    resolution: 'Transfer or export the document again and check that it opens.',
  });
}

export function damaged({ range, lines, messages }: FaultCluster): Finding {
  const anchor = range === null ? wholeAsset : { kind: 'time' as const, ...range };
  const where = range === null ? '' : ` at about ${timecode(range.startSeconds)}`;
  const id = `decode.damaged:${range?.startSeconds ?? 'file'}`;
  return newFinding(rules['decode.damaged'], {
    summary: `The file decodes with errors${where}`,
    details: `The decoder or demuxer reported ${lines} ${lines === 1 ? 'error' : 'errors'}${where}: ${messages.slice(0, 5).join('; ')}`,
    reasoning: 'Damaged picture or sound appears as blocks, smears, clicks or gaps.',
    headline: 'Damaged content',
    evidence: [
      measurementEvidence(rules['decode.damaged'], id, lines, anchor),
      excerpt(rules['decode.damaged'], `${id}:messages`, messages, anchor),
    ],
    anchor,
    action: 'replace',
    resolution: `Check the file${where}, and export it again from an undamaged source.`,
  });
}

/**
 * Returns the finding for a truncated file.
 * @param missingBytes number of bytes that the structure announces but that are missing; null if only the demuxer
 * reported the truncation
 * @param message log line of the demuxer; null if only the structure shows the truncation
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
    missingBytes === null ? '' : ` By its structure, at least ${missingBytes} bytes are missing.`;
  const report = message === null ? '' : ` The demuxer reported: ${message}.`;
  const messages =
    message === null
      ? []
      : [excerpt(rules['decode.truncated'], 'decode.truncated:message', [message], anchor)];
  return newFinding(rules['decode.truncated'], {
    summary: `The file is cut off${decodedSeconds > 0 ? ` after ${timecode(decodedSeconds)}` : ''}`,
    details: `The file ends before its content does.${missing}${report}`,
    reasoning: 'The rest of the content is not in the file. Interrupted uploads and exports end like this.',
    headline: 'Truncated file',
    evidence: [
      ...(missingBytes === null
        ? []
        : [measurementEvidence(rules['decode.truncated'], 'decode.truncated', missingBytes, anchor)]),
      ...messages,
    ],
    anchor,
    action: 'replace',
    resolution: 'Transfer or export the file again, and compare its size with that of the original.',
  });
}

function excerpt(rule: Rule, id: string, messages: readonly string[], anchor: Finding['anchor']) {
  return excerptEvidence(rule, id, { decoder: 'ffmpeg', messages: [...messages] }, anchor);
}
