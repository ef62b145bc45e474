import type { ByteRange } from '../xmp/xmp-packets.ts';

export type StreamKind = 'picture' | 'sound';

export const rareCodings = ['arithmetic', 'lossless', 'hierarchical', '12-bit'] as const;
export type RareCoding = (typeof rareCodings)[number];

export const colourKinds = ['Gray', 'RGB', 'CMYK'] as const;
export type Colours = (typeof colourKinds)[number];

/** Data read from the outermost structure of a file: its boxes, chunks, pages or segments. */
export interface ContainerReport {
  /**
   * Minimum number of missing bytes according to the structure; 0 if the file is complete. Null if the structure cannot
   * be read to its end, and for other formats.
   */
  missingBytes: number | null;
  /** True if a C2PA manifest store is embedded as described in appendix A of the C2PA specification. */
  hasManifest: boolean;
  /** Parts of the file that may contain XMP, in file order; empty for documents, Matroska, MP3, AAC and Ogg. */
  xmp: ByteRange[];
  isAnimatedWebp: boolean;
  /**
   * State of the chunk `data` of a WAV file whose size field is 0. `unclosed`: sound follows, so the recording was not
   * closed. `empty`: no sound follows. Null for other sizes and other formats.
   */
  data: 'unclosed' | 'empty' | null;
  /** Size in pixels that the header of an image states; null if the header cannot be read, and for other formats. */
  picture: { width: number; height: number } | null;
  /** The colours of the pixels of an image; null if the header cannot be read, and for other formats. */
  colours: Colours | null;
  /** Whether an image has an alpha channel or a transparent colour; null for other formats. */
  hasAlpha: boolean | null;
  /** Number of frames, counted in a GIF and declared in the header of an animated PNG; null for other formats. */
  frames: number | null;
  /** The DocType of a Matroska file (RFC 9559); null for other formats. */
  docType: string | null;
  /** Whether the picture and the sound of an MP4, QuickTime or Matroska file are encrypted. Empty for other formats. */
  encrypted: readonly StreamKind[];
  /** Coding of a JPEG that most viewers lack; null for other codings and formats. */
  rareCoding: RareCoding | null;
  /** Description of the damage of a JPEG, PNG, PDF or DOCX file; null if no damage was found, and for other formats. */
  damage: string | null;
  /** Description of the damage of PNG chunks that decoders may ignore; null if undamaged, and for other formats. */
  ancillaryDamage: string | null;
}
