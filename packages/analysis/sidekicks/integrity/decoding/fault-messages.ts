export type Fault =
  /** Content in the file cannot be decoded. */
  | 'damage'
  /** Content that the file announces is missing. */
  | 'truncation'
  /** A frame refers to frames before the first one. This is normal if the file was not cut at a key frame. */
  | 'cut_start'
  /** The bytes after the last frame are not audio. They are usually metadata tags that ffmpeg does not know. */
  | 'trailing'
  /** ffmpeg repeats that a decoder failed, without the reason. The decoder itself logs the reason. */
  | 'echo';

/**
 * Errors that ffmpeg 5.1 logs for files that play correctly. They concern metadata, chapters, reference lists, trailing
 * bytes, and the muxer that receives the decoded frames.
 */
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
/**
 * Warnings that report damage; all other warnings are harmless. The warning of a missing EOI marker in a JPEG is not
 * included, because ffmpeg also logs it for complete files. A missing EOI is detected from the structure of the file.
 */
const warnsOfDamage = /Packet corrupt|corrupt (?:decoded frame|input packet)|bad vlc|^File ended/;
const errorLevels: readonly string[] = ['error', 'fatal', 'panic'];
/** Names of the muxers that receive the decoded frames and audio. Their log lines do not concern the file. */
const outputs: readonly string[] = ['null', 'rawvideo'];

/**
 * Returns the fault that a log line reports; null if the line reports no fault.
 * @param from component of ffmpeg that logged the line: a decoder, a demuxer, a filter, or `ffmpeg` itself
 */
export function faultOf(from: string, level: string, text: string): Fault | null {
  if (outputs.includes(from) || /^Parsed_|detect$|^sws|^swr/.test(from)) return null;
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text));
  if (level !== 'warning' && !errorLevels.includes(level)) return null;
  if (truncation.test(text)) return 'truncation';
  if (matches(harmless)) return null;
  // ffmpeg reports a short last packet of an intact WAV as corrupt. A truncated WAV is detected from its header.
  if (from === 'wav' || (from === 'ffmpeg' && /corrupt input packet/.test(text))) return null;
  if (level === 'warning' && !warnsOfDamage.test(text)) return null;
  if (matches(cutStart)) return 'cut_start';
  if (from === 'mp3float' && /Header missing/.test(text)) return 'trailing';
  if (from !== 'ffmpeg') return 'damage';
  return /^Error while decoding stream/.test(text) ? 'echo' : null;
}
