import { SaxesParser } from 'saxes';
import { type Position, positionOf } from './place.ts';

/**
 * The position in an XMP packet: exif:GPSLatitude and exif:GPSLongitude, as attributes or elements, of the value type
 * GPSCoordinate of the XMP specification, part 2: `53,33.0168N` or `53,33,1N`. Null without one.
 */
export function xmpPosition(xmp: string): Position | null {
  const found: Record<string, string> = {};
  const open: string[] = [];
  const note = (name: string, value: string) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'GPSLatitude' || local === 'GPSLongitude')
      found[local] = (found[local] ?? '') + value.trim();
  };
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    for (const [attribute, value] of Object.entries(attributes)) note(attribute, value);
  });
  parser.on('text', (text) => note(open.at(-1) ?? '', text));
  parser.on('closetag', () => open.pop());
  // What could be read before it stops being XML counts.
  parser.on('error', () => undefined);
  parser.write(xmp).close();
  const { GPSLatitude: latitude, GPSLongitude: longitude } = found;
  if (latitude === undefined || longitude === undefined) return null;
  return positionOf(degrees(latitude), degrees(longitude));
}

function degrees(value: string): number | null {
  const parts = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(value);
  if (parts === null) return null;
  const size = Number(parts[1]) + Number(parts[2]) / 60 + Number(parts[3] ?? 0) / 3600;
  return /[SW]/.test(parts[4]!) ? -size : size;
}
