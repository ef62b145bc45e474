/** One caption: the text that a track shows from one time to another. */
export interface Cue {
  /** Seconds from the start of the file. */
  startSeconds: number;
  /** Seconds from the start of the file; null if the file does not state when the caption ends. */
  endSeconds: number | null;
  /** The rows of text, without tags. */
  rows: string[];
  /** Captions with the same place cover each other; null if the file states no place. */
  place: string | null;
  /** True for a row of CEA-608 captions that roll up. Absent: false. */
  rolls?: true;
}

export interface CaptionTrack {
  /** Index of the stream in the file. */
  stream: number;
  /** Codec by the name of ffmpeg, or `cea608`. */
  codec: string;
  /** The caption service of CEA-608; null for text. */
  channel: string | null;
  /** Language that the stream declares; null if it declares none. */
  language: string | null;
  /** The uses that the stream declares, such as `forced`. */
  uses: string[];
  /** The captions in the order of their start. */
  cues: Cue[];
  /** True if the track has more captions than were read. */
  isCut: boolean;
}

/** One of the two fields of CEA-608 data, with the numbers of its faults. */
export interface Cea608Field {
  /** Index of the stream in the file. */
  stream: number;
  field: 1 | 2;
  /** Number of pairs of bytes. */
  pairs: number;
  /** Number of pairs with a byte of even parity. */
  badParity: number;
  /** Number of control codes of captions, without repetitions. */
  controls: number;
  /** Number of these codes that were sent only once. */
  notRepeated: number;
  /** Time of the first fault in seconds; null if there is none. */
  firstFaultSeconds: number | null;
}

/** Captions that were not read. */
export interface UnreadCaptions {
  stream: number;
  codec: string;
  reason: 'pictures' | 'cea708' | 'format' | 'order' | 'failed';
}

/** The captions of a video. */
export interface Captions {
  tracks: CaptionTrack[];
  fields: Cea608Field[];
  unread: UnreadCaptions[];
  /** Duration of a frame of the picture; null if it is unknown. */
  frameSeconds: number | null;
}
