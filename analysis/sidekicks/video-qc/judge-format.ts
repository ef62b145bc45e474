import type { ProbeReport } from '../../media/ffprobe.ts';
import { findRule, type RuleCode } from '../catalogue.ts';
import { type FindingParts, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';

export type VideoStream = ProbeReport['streams'][number];

/** ITU-T H.273 gives these transfer functions numbers of their own, and the same curve as BT.709's. */
const bt709Transfers = ['bt709', 'smpte170m', 'bt2020-10', 'bt2020-12'];
/** ITU-R BT.2100: PQ and HLG. */
const hdrTransfers = ['smpte2084', 'arib-std-b67'];

/** What a stream says of its colours, levels and pixels. */
export function judgeFormat(stream: VideoStream): Finding[] {
  const isHd = (stream.height ?? 0) >= findRule('colour.not_hdtv')!.rule.threshold!;
  return [
    ...(isHd ? [...judgeColour(stream), ...judgePixels(stream)] : []),
    ...judgeRange(stream),
    ...judgeChroma(stream),
  ];
}

function judgeColour(stream: VideoStream): Finding[] {
  const colour = {
    primaries: told(stream.color_primaries),
    transfer: told(stream.color_transfer),
    matrix: told(stream.color_space),
  };
  const measured = { ...colour, lines: stream.height! };
  const others = [
    ...(isOther(colour.primaries, ['bt709']) ? [`primaries ${colour.primaries}`] : []),
    ...(isOther(colour.transfer, bt709Transfers) ? [`transfer ${colour.transfer}`] : []),
    ...(isOther(colour.matrix, ['bt709', 'gbr']) ? [`matrix ${colour.matrix}`] : []),
  ];
  const isHdr = colour.transfer !== null && hdrTransfers.includes(colour.transfer);
  if (others.length > 0) {
    return [
      fact('colour.not_hdtv', measured, {
        severity: isHdr ? 'info' : 'minor',
        summary: `HD picture is marked with ${others.join(', ')} instead of BT.709`,
        details: `The stream of ${stream.height} lines is marked with ${others.join(', ')}.`,
        headline: isHdr ? 'High dynamic range' : 'Not the colours of HD television',
        reasoning: isHdr
          ? 'The picture is marked as high dynamic range, which only some chains and screens can show.'
          : 'Players convert colours by these marks; where the picture was made for BT.709, hues and contrast come out wrong.',
        action: 'review',
        resolution:
          'Confirm that the delivery asks for these colours, or convert to BT.709 and mark the stream so.',
      }),
    ];
  }
  const missing = Object.entries(colour).flatMap(([name, value]) => (value === null ? [name] : []));
  // HD without any mark is taken for BT.709 by everybody.
  if (missing.length === 0 || missing.length === Object.keys(colour).length) return [];
  return [
    fact('colour.unsignalled', measured, {
      summary: `HD picture tells only a part of its colours: no ${missing.join(', no ')}`,
      details: `The stream of ${stream.height} lines has no mark for ${missing.join(', ')}, and has others.`,
      headline: 'Colours left to the player to guess',
      reasoning: 'Players guess what is missing, each in its own way; where they guess wrong, hues are off.',
      action: 'mark',
      resolution:
        'Mark the stream with BT.709 primaries, transfer and matrix, if these are what it was made for.',
    }),
  ];
}

function judgePixels(stream: VideoStream): Finding[] {
  const [width, height] = (stream.sample_aspect_ratio ?? '1:1').split(':').map(Number) as [number, number];
  if (!(width > 0 && height > 0) || width === height) return [];
  return [
    fact('format.pixel_aspect', Number((width / height).toFixed(4)), {
      summary: `HD picture has pixels of ${width}:${height}`,
      details: `The pixels of the ${stream.width} × ${stream.height} picture are said to be ${width}:${height}; HD has square ones.`,
      headline: 'Pixels are not square',
      reasoning: 'A player that does not heed this shows the picture too wide or too narrow.',
      action: 'convert',
      resolution: 'Scale the picture to square pixels.',
    }),
  ];
}

function judgeRange({ color_range, pix_fmt = '' }: VideoStream): Finding[] {
  const isRgb = /^(gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8)/.test(pix_fmt);
  if (isRgb || (color_range !== 'pc' && !pix_fmt.startsWith('yuvj'))) return [];
  return [
    fact('colour.full_range', color_range ?? pix_fmt, {
      summary: 'The picture is marked as full range',
      details: `The stream (${pix_fmt}) is marked as using all levels, where video has black at 16 and white at 235 (8 bits).`,
      headline: 'Full-range levels',
      reasoning:
        'A chain that expects video levels cuts off shadows and highlights, or shows too much contrast.',
      action: 'convert',
      resolution: 'Convert the picture to video levels and mark it so.',
    }),
  ];
}

function judgeChroma({ pix_fmt }: VideoStream): Finding[] {
  if (pix_fmt === undefined || /^(yuvj?420|yuva420|nv12|nv21|p010|gray)/.test(pix_fmt)) return [];
  return [
    fact('format.chroma', pix_fmt, {
      summary: `The picture’s pixel format is ${pix_fmt}`,
      details: `The pixel format is ${pix_fmt}; most players and browsers decode 4:2:0 alone.`,
      headline: 'Chroma other than 4:2:0',
      reasoning:
        'Masters have more chroma than 4:2:0 for good reason; for delivery to the web it may not play.',
      action: 'review',
      resolution: 'Confirm that the delivery asks for this format, or convert to 4:2:0.',
    }),
  ];
}

function told(value: string | undefined): string | null {
  return value === undefined || ['unknown', 'unspecified', 'reserved'].includes(value) ? null : value;
}

function isOther(value: string | null, expected: readonly string[]): boolean {
  return value !== null && !expected.includes(value);
}

/** A finding on the whole file; what was measured may be words. */
export function fact(
  ruleCode: RuleCode,
  measured: string | number | Record<string, string | number | null>,
  parts: Omit<FindingParts, 'evidence' | 'anchor'>,
): Finding {
  const { threshold, unit, source } = findRule(ruleCode)!.rule;
  const anchor = { kind: 'asset' as const };
  const content = { measured, threshold, unit, source: { ...source } };
  const evidence = [{ id: ruleCode, sourceType: 'measurement' as const, confidence: 1, content, anchor }];
  return newFinding(ruleCode, { ...parts, evidence, anchor });
}
