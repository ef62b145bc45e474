import type { Cue } from './captions.ts';

/** Maximum characters of a caption that are kept. */
const maxCueCharacters = 2_000;
/** Maximum rows of a caption that are kept. */
const maxRows = 50;

/**
 * Returns the rows and the place of a caption from the bytes of its packet; null if it shows no text.
 * @param codec codec of the stream by the name of ffmpeg
 */
export function textCue(codec: string, bytes: Buffer): Pick<Cue, 'rows' | 'place'> | null {
  const { text, place } = read(codec, bytes);
  const rows = text
    .slice(0, maxCueCharacters)
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .slice(0, maxRows);
  return rows.length === 0 ? null : { rows, place };
}

function read(codec: string, bytes: Buffer): { text: string; place: string | null } {
  switch (codec) {
    case 'mov_text':
      return { text: movText(bytes), place: null };
    case 'ass':
    case 'ssa':
      return assText(bytes.toString('utf8'));
    case 'webvtt':
      return { text: webVttText(bytes.toString('utf8')), place: null };
    default:
      return subRipText(bytes.toString('utf8'));
  }
}

/** Reads a sample of timed text: its length, then UTF-8, or UTF-16 with a byte order mark (3GPP TS 26.245, 5.17). */
function movText(bytes: Buffer): string {
  if (bytes.length < 2) return '';
  const text = bytes.subarray(2, 2 + bytes.readUInt16BE(0));
  if (text[0] === 0xfe && text[1] === 0xff) return new TextDecoder('utf-16be').decode(text);
  if (text[0] === 0xff && text[1] === 0xfe) return new TextDecoder('utf-16le').decode(text);
  return text.toString('utf8');
}

/** Matches the tags of SubRip, and those of ASS that players accept in SubRip. */
const subRipTags = /<\/?(?:[bius]|font(?: [^<>]*)?)>/gi;
const overrides = /\{\\[^{}]*\}/g;

function subRipText(text: string): { text: string; place: string | null } {
  const place = /\{\\an?(\d{1,2})\}/.exec(text)?.[1] ?? null;
  return { text: text.replace(subRipTags, '').replace(overrides, ''), place };
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** Removes the tags of WebVTT, and replaces its character references (WebVTT, 4.2.2). */
function webVttText(text: string): string {
  return text
    .replace(/<\/?[a-z\d.][^<>]*>|<\/>/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name]!);
}

/** Reads an event of ASS as Matroska stores it: eight fields, then the text. */
function assText(event: string): { text: string; place: string | null } {
  const fields = event.split(',', 8);
  if (fields.length < 8) return { text: '', place: null };
  const text = event.slice(fields.join(',').length + 1);
  // A drawing is no text.
  if (/\{[^{}]*\\p[1-9]/.test(text)) return { text: '', place: null };
  const [, layer, style] = fields;
  const position = /\\(?:pos|move)\([^()]*\)/.exec(text)?.[0] ?? '';
  const alignment = /\\an?\d{1,2}/.exec(text)?.[0] ?? '';
  return {
    text: text
      .replace(/\{[^{}]*\}/g, '')
      .replace(/\\N|\\n/g, '\n')
      .replaceAll('\\h', ' '),
    place: [layer, style, alignment, position].join('|').slice(0, 200),
  };
}
