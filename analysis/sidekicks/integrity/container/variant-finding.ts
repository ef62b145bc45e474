import { findRule } from '../../catalogue.ts';
import { newFinding } from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { DecodingMeasurements } from '../decoding/watch-decoding.ts';

const code = 'format.variant';
const { rule } = findRule(code)!;
const anchor = { kind: 'asset' as const };

/** Says where a file is of a near relative of the format that its name stands for; most players take either. */
export function variantFindings(
  mimeType: string,
  seen: DecodingMeasurements | null,
  docType: string | null,
): Finding[] {
  const variant = variantOf(mimeType, seen, docType);
  if (variant === null) return [];
  const { is, named } = variant;
  return [
    newFinding(code, {
      summary: `The file is ${is}, and is named as ${named}`,
      details: `By its name the file is ${named}; its content is ${is}.`,
      reasoning:
        'Tools that go by the name, or that know the named format alone, may refuse the file or show less of it.',
      headline: 'Name and content differ',
      evidence: [
        {
          id: code,
          sourceType: 'excerpt',
          confidence: 1,
          content: { content: is, name: named, source: { ...rule.source } },
          anchor,
        },
      ],
      anchor,
      action: 'rename',
      resolution: 'Rename the file for what it is, or convert it.',
    }),
  ];
}

function variantOf(
  mimeType: string,
  seen: DecodingMeasurements | null,
  docType: string | null,
): { is: string; named: string } | null {
  const isQuickTime = seen?.brand === 'qt  ';
  if (mimeType === 'video/mp4' && isQuickTime) return { is: 'a QuickTime movie', named: 'MP4' };
  if (mimeType === 'video/quicktime' && typeof seen?.brand === 'string' && !isQuickTime) {
    return { is: `an MP4 file (brand ${seen.brand.trim()})`, named: 'a QuickTime movie' };
  }
  if (mimeType.startsWith('video/') && seen?.hasPicture === false) {
    return { is: 'sound without a picture', named: 'a video' };
  }
  if (mimeType === 'video/x-matroska' && docType === 'webm') return { is: 'WebM', named: 'Matroska' };
  if (mimeType === 'image/png' && seen?.container === 'apng')
    return { is: 'animated (APNG)', named: 'a PNG' };
  return null;
}
