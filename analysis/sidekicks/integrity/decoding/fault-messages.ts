/** What a line of ffmpeg, of its decoders and demuxers, tells of a file. */
export type Fault =
  /** Content that is there cannot be decoded. */
  | 'damage'
  /** Content that was announced is not there. */
  | 'truncation'
  /** References that lie before the first picture, as after a cut at no key frame: ordinary at the start. */
  | 'cut_start'
  /** What lies behind the last frame is not audio: tags that ffmpeg does not know are ordinary there. */
  | 'trailing'
  /** ffmpeg's own word that a decoder failed, without what failed. */
  | 'echo';

// What ffmpeg says (5.1 was listened to) at level error of files that play as they should: metadata, chapters, trailing bytes,
// bookkeeping of references, and lines of the muxer that the decoded frames go to.
const harmless = [
  /unable to decode APP fields|error decoding EXIF|invalid (?:exif|TIFF)|IFD|ICC profile|XMP/i,
  /Referenced QT chapter track not found|Unknown cover type|timescale not set/,
  /SEI type|co located POCs unavailable|mmco: unref short failure|number of reference frames/,
  /Invalid PNG signature|invalid block label/,
  /Application provided invalid|Resource temporarily unavailable/,
];
const cutStart = [
  /reference picture missing|Missing reference picture|Frame num gap|no frame!/,
  /non-existing [PS]PS|Could not find ref with POC|First slice in a frame missing/,
  /Error constructing the frame RPS|Skipping invalid undecodable NALU|PPS id out of range/,
  /invalid new backstep|overread, skip|corrupt decoded frame in stream/,
];
const truncation =
  /File ended prematurely|: partial file$|filesize and duration do not match|moov atom not found/;
/** What decoders and demuxers say of damage at level warning; their other warnings are of no harm. */
const warnsOfDamage = /Packet corrupt|corrupt (?:decoded frame|input packet)|EOI missing|bad vlc|^File ended/;
const errorLevels: readonly string[] = ['error', 'fatal', 'panic'];
/** The muxers that decoded pictures and sound go to. */
const outputs: readonly string[] = ['null', 'rawvideo'];

/** What one line tells, by who says it, at which level; null where it tells of no fault. */
export function faultOf(from: string, level: string, text: string): Fault | null {
  if (outputs.includes(from) || /^Parsed_|detect$|^sws|^swr/.test(from)) return null;
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text));
  if (level !== 'warning' && !errorLevels.includes(level)) return null;
  if (truncation.test(text)) return 'truncation';
  if (matches(harmless)) return null;
  // The last piece of a WAV is shorter than the others, and is called corrupt; its end is checked by its header.
  if (from === 'wav' || (from === 'ffmpeg' && /corrupt input packet/.test(text))) return null;
  if (level === 'warning' && !warnsOfDamage.test(text)) return null;
  if (matches(cutStart)) return 'cut_start';
  if (from === 'mp3float' && /Header missing/.test(text)) return 'trailing';
  if (from !== 'ffmpeg') return 'damage';
  return /^Error while decoding stream/.test(text) ? 'echo' : null;
}
