import { excerptEvidence, newFinding, wholeAsset } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { DecodingMeasurements } from './decoding/watch-decoding.ts';
import { rules } from './rules.ts';

const rule = rules['format.variant'];
const unclosedRule = rules['format.unclosed'];

/**
 * Returns a finding if the format of the content is only related to the format of the file name, such as MOV to MP4.
 */
export function variantFindings(
  mimeType: string,
  seen: DecodingMeasurements | null,
  docType: string | null,
): Finding[] {
  const variant = variantOf(mimeType, seen, docType);
  if (variant === null) return [];
  const { content, name } = variant;
  return [
    newFinding(rule, {
      summary: `The file is ${content}, but is named as ${name}`,
      details: `The file name stands for ${name}; the content is ${content}.`,
      reasoning:
        'Tools that rely on the name, or that support only the named format, may reject the file or show only a part of it.',
      headline: 'Name and content differ',
      evidence: [excerptEvidence(rule, rule.code, { content, name }, wholeAsset)],
      anchor: wholeAsset,
      action: 'rename',
      resolution: 'Rename the file to match its content, or convert it.',
    }),
  ];
}

/** Returns the finding for a WAV file whose header states a length of 0. */
export function unclosed(): Finding {
  return newFinding(unclosedRule, {
    summary: 'The recording was not closed: its header states a length of 0',
    details:
      'The size of the sound in the header is 0, but sound follows. It was examined up to the end of the file.',
    reasoning:
      'A recorder that lost its power, or a program that wrote a stream, leaves such a header. The end of the recording may be missing, and some programs play nothing.',
    headline: 'Recording not closed',
    evidence: [excerptEvidence(unclosedRule, unclosedRule.code, { statedBytes: 0 }, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Check that the end of the recording is there, and save the file again.',
  });
}

function variantOf(
  mimeType: string,
  seen: DecodingMeasurements | null,
  docType: string | null,
): { content: string; name: string } | null {
  const isQuickTime = seen?.brand === 'qt  ';
  if (mimeType === 'video/mp4' && isQuickTime) return { content: 'a QuickTime movie', name: 'MP4' };
  if (mimeType === 'video/quicktime' && typeof seen?.brand === 'string' && !isQuickTime) {
    return { content: `an MP4 file (brand ${seen.brand.trim()})`, name: 'a QuickTime movie' };
  }
  if (mimeType.startsWith('video/') && seen?.hasPicture === false) {
    return { content: 'sound without a picture', name: 'a video' };
  }
  if (mimeType === 'video/x-matroska' && docType === 'webm') return { content: 'WebM', name: 'Matroska' };
  if (mimeType === 'image/png' && seen?.container === 'apng')
    return { content: 'animated (APNG)', name: 'a PNG' };
  return null;
}
