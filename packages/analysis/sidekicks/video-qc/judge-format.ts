import type { ProbeReport } from '../../decode/ffprobe.ts';
import { hdrTransferOf } from '../../decode/streams.ts';
import { type FindingParts, newFinding, wholeAsset } from '../../contract/contract.ts';
import type { Rule } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';
import { rules } from './rules.ts';

export type VideoStream = ProbeReport['streams'][number];

/** Transfer functions with the curve of BT.709, some with another code point (ITU-T H.273). */
const bt709Transfers = ['bt709', 'smpte170m', 'bt2020-10', 'bt2020-12'];

/** Maximum difference between the width and the height of a pixel, as a share. Editors for phones write 0.3 %. */
const maxAspectDifference = 0.01;

/**
 * Codecs whose profiles for delivery have 4:2:0. Other codecs, such as ProRes and DNxHD, always have more chroma, so
 * players that lack it cannot play these codecs at all.
 */
const codecsOfPlayers = ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg4'];

/** Returns findings for the colours, range, chroma format and pixel aspect ratio that a stream header declares. */
export function judgeFormat(stream: VideoStream): Finding[] {
  // An upright picture of 540 × 960 is not HD.
  const shorterSide = Math.min(stream.width ?? 0, stream.height ?? 0);
  const isHd = shorterSide >= rules['colour.not_hdtv'].threshold;
  return [
    ...(isHd ? [...judgeColour(stream), ...judgePixels(stream)] : []),
    ...judgeRange(stream),
    ...judgeChroma(stream),
  ];
}

function judgeColour(stream: VideoStream): Finding[] {
  const colour = {
    primaries: specified(stream.color_primaries),
    transfer: specified(stream.color_transfer),
    matrix: specified(stream.color_space),
  };
  const measured = { ...colour, lines: stream.height! };
  const others = [
    ...(isOther(colour.primaries, ['bt709']) ? [`primaries ${colour.primaries}`] : []),
    ...(isOther(colour.transfer, bt709Transfers) ? [`transfer ${colour.transfer}`] : []),
    ...(isOther(colour.matrix, ['bt709', 'gbr']) ? [`matrix ${colour.matrix}`] : []),
  ];
  const isHdr = hdrTransferOf(stream) !== null;
  if (others.length > 0) {
    return [
      formatFinding(rules['colour.not_hdtv'], measured, {
        severity: isHdr ? 'info' : 'minor',
        summary: `HD picture is marked with ${others.join(', ')} instead of BT.709`,
        details: `The stream of ${stream.height} lines is marked with ${others.join(', ')}.`,
        headline: isHdr ? 'High dynamic range' : 'Not the colours of HD television',
        reasoning: isHdr
          ? 'The picture is marked as high dynamic range, which only some production chains and screens support.'
          : 'Players convert colours by this metadata. If the picture was made for BT.709, hues and contrast are wrong.',
        action: 'review',
        resolution:
          'Confirm that the delivery specification requires these colours, or convert to BT.709 and mark the stream as such.',
      }),
    ];
  }
  const missing = Object.entries(colour).flatMap(([name, value]) => (value === null ? [name] : []));
  // If HD video has no colour metadata at all, players assume BT.709.
  if (missing.length === 0 || missing.length === Object.keys(colour).length) return [];
  return [
    formatFinding(rules['colour.unsignalled'], measured, {
      summary: `HD picture has incomplete colour metadata: no ${missing.join(', no ')}`,
      details: `The stream of ${stream.height} lines has no value for ${missing.join(', ')}, but has other colour metadata.`,
      headline: 'Incomplete colour metadata',
      reasoning: 'Players guess missing values in different ways. If the guess is wrong, hues are wrong.',
      action: 'mark',
      resolution: 'Mark the stream with BT.709 primaries, transfer and matrix if it was made for BT.709.',
    }),
  ];
}

function judgePixels(stream: VideoStream): Finding[] {
  const [width, height] = (stream.sample_aspect_ratio ?? '1:1').split(':').map(Number) as [number, number];
  if (!(width > 0 && height > 0) || Math.abs(width / height - 1) <= maxAspectDifference) return [];
  return [
    formatFinding(rules['format.pixel_aspect'], Number((width / height).toFixed(4)), {
      summary: `HD picture has a pixel aspect ratio of ${width}:${height}`,
      details: `The stream of ${stream.width} × ${stream.height} pixels has a pixel aspect ratio of ${width}:${height}; HD has square pixels (1:1).`,
      headline: 'Pixels are not square',
      reasoning: 'A player that ignores the pixel aspect ratio shows the picture too wide or too narrow.',
      action: 'convert',
      resolution: 'Scale the picture to square pixels.',
    }),
  ];
}

function judgeRange({ color_range, pix_fmt = '' }: VideoStream): Finding[] {
  const isRgb = /^(gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8)/.test(pix_fmt);
  if (isRgb || (color_range !== 'pc' && !pix_fmt.startsWith('yuvj'))) return [];
  return [
    formatFinding(rules['colour.full_range'], color_range ?? pix_fmt, {
      summary: 'The picture is marked as full range',
      details: `The stream (${pix_fmt}) is marked as full range; BT.709 has black at level 16 and white at level 235 (8 bits).`,
      headline: 'Full-range levels',
      reasoning: 'Systems that expect limited range clip shadows and highlights, or show too much contrast.',
      action: 'convert',
      resolution: 'Convert the picture to limited range and mark it as such.',
    }),
  ];
}

function judgeChroma({ codec_name: codec = '', pix_fmt }: VideoStream): Finding[] {
  if (!codecsOfPlayers.includes(codec)) return [];
  if (pix_fmt === undefined || /^(yuvj?420|yuva420|nv12|nv21|p010|gray)/.test(pix_fmt)) return [];
  return [
    formatFinding(rules['format.chroma'], pix_fmt, {
      summary: `The pixel format is ${pix_fmt}`,
      details: `The pixel format is ${pix_fmt}; most players and browsers decode only 4:2:0.`,
      headline: 'Chroma other than 4:2:0',
      reasoning: 'Masters have more chroma than 4:2:0 for good reason, but web players may not play them.',
      action: 'review',
      resolution: 'Confirm that the delivery specification requires this format, or convert to 4:2:0.',
    }),
  ];
}

function specified(value: string | undefined): string | null {
  return value === undefined || ['unknown', 'unspecified', 'reserved'].includes(value) ? null : value;
}

function isOther(value: string | null, expected: readonly string[]): boolean {
  return value !== null && !expected.includes(value);
}

/** Returns a finding about the whole file. The measured value may be a number, a text or several named values. */
export function formatFinding(
  rule: Rule,
  measured: string | number | Record<string, string | number | null>,
  parts: Omit<FindingParts, 'evidence' | 'anchor'>,
): Finding {
  const { threshold, unit, source } = rule;
  const anchor = wholeAsset;
  const content = { measured, threshold, unit, source: { ...source } };
  const evidence = [{ id: rule.code, sourceType: 'measurement' as const, confidence: 1, content, anchor }];
  return newFinding(rule, { ...parts, evidence, anchor });
}
