import { excerptEvidence, newFinding, wholeAsset } from '../../../contract/contract.ts';
import type { Finding } from '../../../contract/finding.ts';
import { rules } from '../rules.ts';
import type { FoundPosition } from '../../../formats/position.ts';

const rule = rules['privacy.location'];

/** Returns one finding for all geographic positions in a file, and one finding for telemetry tracks. */
export function locationFindings(places: readonly FoundPosition[], telemetry: readonly string[]): Finding[] {
  const found: Finding[] = [];
  if (places.length > 0) found.push(disclosedLocation(places));
  if (telemetry.length > 0) found.push(telemetryTrack(telemetry));
  return found;
}

function disclosedLocation(places: readonly FoundPosition[]): Finding {
  const all = places.map((place) => `${coordinates(place)} in ${place.where}`).join('; ');
  return newFinding(rule, {
    summary: `The file discloses a location: ${coordinates(places[0]!)}`,
    details: `Positions (degrees, WGS 84): ${all}.`,
    reasoning: 'Publishing the file also publishes the location, which may be a person’s home.',
    headline: 'Location disclosed',
    evidence: places.map(({ latitude, longitude, where }, index) =>
      excerptEvidence(
        rule,
        index === 0 ? rule.code : `${rule.code}:${index + 1}`,
        { latitude, longitude, where },
        wholeAsset,
      ),
    ),
    anchor: wholeAsset,
    action: 'remove',
    resolution: 'Remove the positions from the file, or confirm that they may be disclosed.',
  });
}

function telemetryTrack(telemetry: readonly string[]): Finding {
  const tracks = telemetry.join(', ');
  return newFinding(rule, {
    confidence: 0.7,
    summary: `The file has a telemetry track of the camera: ${tracks}`,
    details: `Such tracks usually record the path of the camera. The content of the track was not read.`,
    reasoning: 'Publishing the file can also publish where and when each second was recorded.',
    headline: 'Telemetry track',
    evidence: [
      {
        ...excerptEvidence(rule, `${rule.code}:telemetry`, { tracks: [...telemetry] }, wholeAsset),
        confidence: 0.7,
      },
    ],
    anchor: wholeAsset,
    action: 'remove',
    resolution: 'Remove the telemetry track, or confirm that the location may be disclosed.',
  });
}

function coordinates({ latitude, longitude }: FoundPosition): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
