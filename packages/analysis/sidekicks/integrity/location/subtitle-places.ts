import { timecode } from '@assay/domain/time-code.ts';
import type { SubtitleText } from '../../../decode/ffprobe.ts';
import { type FoundPosition, type Position, positionOf } from '../../../formats/position.ts';

const degrees = String.raw`([-+]?\d{1,3}\.\d{3,})`;
/** The older form of DJI: `GPS (8.6499, 53.1665, 18)`, the longitude first, as ExifTool reads it. */
const longitudeFirst = new RegExp(String.raw`\bGPS ?\( ?${degrees} ?, ?${degrees}`);
/** Names with numbers, as in `[latitude: 53.1665] [longtitude: 8.6499]`. DJI misspelled the longitude. */
const latitudeNamed = new RegExp(String.raw`\blat(?:itude)? ?[:=] ?${degrees}`, 'i');
const longitudeNamed = new RegExp(String.raw`\b(?:long?|lng|long(?:t)?itude) ?[:=] ?${degrees}`, 'i');
/** Letters before numbers, as in `GPS(W: 8.6499, N: 53.1665)`. */
const lettered = /\bGPS ?\(([EW]): ?(\d{1,3}\.\d{3,}), ?([NS]): ?(\d{1,2}\.\d{3,})/;
/** RMC and GGA sentences of NMEA 0183, with degrees and minutes as in `5309.99,N,00838.99,E`. */
const sentence =
  /\b[A-Z]{2}(?:RMC,[\d.]*,A|GGA,[\d.]*),(\d{2})(\d{2}\.\d+),([NS]),(\d{3})(\d{2}\.\d+),([EW]),/;

/**
 * Returns the first position in each subtitle stream. Drones and dashboard cameras write their position into each
 * subtitle.
 */
export function findSubtitlePlaces(subtitles: readonly SubtitleText[]): FoundPosition[] {
  const streams = new Map<number, { first: SubtitleText; position: Position; count: number }>();
  for (const subtitle of subtitles) {
    const position = positionInText(subtitle.text);
    if (position === null) continue;
    const known = streams.get(subtitle.stream);
    if (known === undefined) streams.set(subtitle.stream, { first: subtitle, position, count: 1 });
    else known.count += 1;
  }
  return [...streams].map(([stream, { first, position, count }]) => ({
    ...position,
    where: `the subtitles of stream ${stream} at ${timecode(first.startSeconds)}, the first of ${count} texts with a position`,
  }));
}

/** Returns the position that a subtitle states; null if it states none. */
export function positionInText(text: string): Position | null {
  const [, east, north] = longitudeFirst.exec(text) ?? [];
  if (east !== undefined) {
    // Some models write the latitude first, which shows if the longitude exceeds 90 degrees.
    return positionOf(Number(north), Number(east)) ?? positionOf(Number(east), Number(north));
  }
  const latitude = latitudeNamed.exec(text)?.[1];
  const longitude = longitudeNamed.exec(text)?.[1];
  if (latitude !== undefined && longitude !== undefined)
    return positionOf(Number(latitude), Number(longitude));
  const [, eastOrWest, across, northOrSouth, along] = lettered.exec(text) ?? [];
  if (eastOrWest !== undefined)
    return positionOf(signed(Number(along), northOrSouth!), signed(Number(across), eastOrWest));
  const [, latDegrees, latMinutes, latSide, lonDegrees, lonMinutes, lonSide] = sentence.exec(text) ?? [];
  if (latSide === undefined) return null;
  return positionOf(
    signed(Number(latDegrees) + Number(latMinutes) / 60, latSide),
    signed(Number(lonDegrees) + Number(lonMinutes) / 60, lonSide!),
  );
}

function signed(value: number, side: string): number {
  return side === 'S' || side === 'W' ? -value : value;
}
