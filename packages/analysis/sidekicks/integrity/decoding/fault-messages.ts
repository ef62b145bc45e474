/** The kinds of faults that a log line of ffmpeg, of a decoder or of a demuxer can report. */
export type Fault =
  /** Content in the file cannot be decoded. */
  | 'damage'
  /** Content that the file announces is missing. */
  | 'truncation'
  /**
   * References to frames before the first frame. Such references are normal at the start of a file that was not cut at
   * a key frame.
   */
  | 'cut_start'
  /** Bytes after the last frame that are not audio. Such bytes are usually metadata tags that ffmpeg does not know. */
  | 'trailing'
  /** ffmpeg's repetition of a decoder error, without the reason. */
  | 'echo';

// Errors that ffmpeg 5.1 logs for files that play correctly. They concern metadata, chapters, trailing bytes,
// reference lists, and the muxer that receives the decoded frames.
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
 * Warnings that report damage; other warnings are harmless. ffmpeg also warns of a missing EOI if the last scan of a
 * JPEG has no stuffed byte. The structure of the file shows whether the EOI is missing, and the decoder reports errors
 * if data are missing before it.
 */
const warnsOfDamage = /Packet corrupt|corrupt (?:decoded frame|input packet)|bad vlc|^File ended/;
const errorLevels: readonly string[] = ['error', 'fatal', 'panic'];
/** The muxers that receive the decoded video frames and audio. */
const outputs: readonly string[] = ['null', 'rawvideo'];

/**
 * Returns the fault that a log line reports, based on the source and the level of the line; null if the line reports no
 * fault.
 */
export function faultOf(from: string, level: string, text: string): Fault | null {
  if (outputs.includes(from) || /^Parsed_|detect$|^sws|^swr/.test(from)) return null;
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(text));
  if (level !== 'warning' && !errorLevels.includes(level)) return null;
  if (truncation.test(text)) return 'truncation';
  if (matches(harmless)) return null;
  // ffmpeg reports the last packet of a WAV as corrupt if the packet is shorter than the others. Truncation of a WAV is
  // detected from its header instead.
  if (from === 'wav' || (from === 'ffmpeg' && /corrupt input packet/.test(text))) return null;
  if (level === 'warning' && !warnsOfDamage.test(text)) return null;
  if (matches(cutStart)) return 'cut_start';
  if (from === 'mp3float' && /Header missing/.test(text)) return 'trailing';
  if (from !== 'ffmpeg') return 'damage';
  return /^Error while decoding stream/.test(text) ? 'echo' : null;
}
