import { decode, DecodeFailed } from '../../media/ffmpeg.ts';
import type { MediaTools } from '../../media/media-tools.ts';
import { findRule } from '../catalogue.ts';
import type { Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import type { Position } from './read-position.ts';

const oneMinuteMs = 60_000;
const maxComputeMs = 30_000;
const asset = { kind: 'asset' as const };

/** Finds raster images that do not decode cleanly and locations in their metadata. SVG has no raster to decode. */
export const integrity: Sidekick = async (input) => {
  if (input.asset.mimeType === 'image/svg+xml') return [];
  const { isolates, tools, source, signal } = input;
  const position = await isolates.run('readPosition', undefined, source, { signal, maxComputeMs });
  return [...(await decoding(tools, await input.localFile(), signal)), ...location(position)];
};

async function decoding(tools: MediaTools, path: string, signal: AbortSignal): Promise<Finding[]> {
  const { rule } = findRule('decode.image')!;
  const faults: string[] = [];
  let gaveUp: string | null = null;
  try {
    await decode({
      tools,
      path,
      videoFilters: ['null'],
      signal,
      timeoutMs: oneMinuteMs,
      onMessage: (_from, text) => {
        if (/error|invalid|corrupt|truncat|overread|missing/i.test(text)) faults.push(text);
      },
    });
  } catch (error) {
    if (!(error instanceof DecodeFailed)) throw error;
    gaveUp = error.message;
  }
  if (gaveUp === null && faults.length === 0) return [];
  const said = faults.length > 0 ? faults : [gaveUp!];
  return [
    {
      ruleCode: rule.code,
      severity: gaveUp === null ? 'major' : rule.severity,
      summary: gaveUp === null ? 'The image decodes with errors' : 'The image cannot be decoded',
      details: `The decoder reported: ${said.slice(0, 5).join('; ')}`,
      severityReasoning:
        gaveUp === null ? 'Parts of the picture are missing or damaged.' : 'Nobody can see the picture.',
      severityReasoningHeadline: gaveUp === null ? 'Damaged image' : 'Undecodable image',
      evidence: [
        {
          id: rule.code,
          sourceType: 'excerpt',
          confidence: 1,
          content: { decoder: 'ffmpeg', messages: said.slice(0, 20), source: { ...rule.source } },
          anchor: asset,
        },
      ],
      anchor: asset,
      confidence: 1,
      precedents: [],
      resolutionRequirement: {
        action: 'replace',
        description: 'Export the image again and check that it opens.',
      },
    },
  ];
}

function location(position: Position | null): Finding[] {
  if (position === null) return [];
  const { rule } = findRule('privacy.location')!;
  const { latitude, longitude } = position;
  const coordinates = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  return [
    {
      ruleCode: rule.code,
      severity: rule.severity,
      summary: `The image tells where it was taken: ${coordinates}`,
      details: `Its Exif metadata holds the position ${coordinates} (degrees, WGS 84).`,
      severityReasoning: 'Publishing the file publishes a place, which may be a person’s home.',
      severityReasoningHeadline: 'Location disclosed',
      evidence: [
        {
          id: rule.code,
          sourceType: 'excerpt',
          confidence: 1,
          content: { latitude, longitude, source: { ...rule.source } },
          anchor: asset,
        },
      ],
      anchor: asset,
      confidence: 1,
      precedents: [],
      resolutionRequirement: { action: 'remove', description: 'Remove the position from the metadata.' },
    },
  ];
}
