import { findRule } from '../catalogue.ts';
import type { Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import type { Position } from './read-position.ts';

const maxComputeMs = 30_000;
const maxFaults = 20;
const asset = { kind: 'asset' as const };

export interface SeenFaults {
  /** What decoders complained of. */
  faults: string[];
}

/** Finds raster images that do not decode cleanly and locations in their metadata. SVG has no raster to decode. */
export const integrity: Sidekick<SeenFaults> = {
  watch: () => {
    const faults: string[] = [];
    return {
      pictureFilters: ['null'],
      onMessage: (_from, level, text) => {
        if (faults.length === maxFaults) return;
        const isFault = /error|invalid|corrupt|truncat|overread|missing/i.test(text);
        if (isFault && level !== 'info') faults.push(text);
      },
      seen: () => ({ faults }),
    };
  },
  examine: async ({ asset: { mimeType }, isolates, source, signal }, observation) => {
    if (mimeType === 'image/svg+xml') return [];
    const position = await isolates.run('readPosition', undefined, source, { signal, maxComputeMs });
    const decoding =
      observation === null ? [] : decodingFindings(observation.seen?.faults ?? [], observation.decodeFailure);
    return [...decoding, ...location(position)];
  },
};

function decodingFindings(faults: readonly string[], gaveUp: string | null): Finding[] {
  const { rule } = findRule('decode.image')!;
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
          content: { decoder: 'ffmpeg', messages: [...said], source: { ...rule.source } },
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
