import { findRule } from '../../catalogue.ts';
import { newFinding } from '../../contract.ts';
import type { Finding } from '../../finding.ts';
import type { Place } from './place.ts';

const code = 'privacy.location';
const { rule } = findRule(code)!;
const anchor = { kind: 'asset' as const };

/** One finding for all positions in a file's metadata, and one for tracks that record where the camera was. */
export function locationFindings(places: readonly Place[], telemetry: readonly string[]): Finding[] {
  const found: Finding[] = [];
  if (places.length > 0) found.push(disclosed(places));
  if (telemetry.length > 0) found.push(recorded(telemetry));
  return found;
}

function disclosed(places: readonly Place[]): Finding {
  const all = places.map((place) => `${coordinates(place)} in ${place.where}`).join('; ');
  return newFinding(code, {
    summary: `The file tells a place: ${coordinates(places[0]!)}`,
    details: `Positions (degrees, WGS 84): ${all}.`,
    reasoning: 'Publishing the file publishes a place, which may be a person’s home.',
    headline: 'Location disclosed',
    evidence: places.map(({ latitude, longitude, where }, index) => ({
      id: index === 0 ? code : `${code}:${index + 1}`,
      sourceType: 'excerpt' as const,
      confidence: 1,
      content: { latitude, longitude, where, source: { ...rule.source } },
      anchor,
    })),
    anchor,
    action: 'remove',
    resolution: 'Remove the position from the metadata.',
  });
}

function recorded(telemetry: readonly string[]): Finding {
  const tracks = telemetry.join(', ');
  return newFinding(code, {
    confidence: 0.7,
    summary: `The file has a track of the camera’s own measurements: ${tracks}`,
    details: `Such tracks usually hold the way that the camera took. The track is there; what is in it was not read.`,
    reasoning: 'Publishing the file can publish where and when each second of it was recorded.',
    headline: 'Telemetry track',
    evidence: [
      {
        id: `${code}:telemetry`,
        sourceType: 'excerpt',
        confidence: 0.7,
        content: { tracks: [...telemetry], source: { ...rule.source } },
        anchor,
      },
    ],
    anchor,
    action: 'remove',
    resolution: 'Remove the telemetry track, or confirm that the place may be known.',
  });
}

function coordinates({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
