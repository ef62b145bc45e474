import type { PageBox } from '@assay/domain/page-box.ts';

/** A line of text that was read in a picture or on a page. */
export interface TextLine {
  /** The characters of the line, with one space between words. Empty if no character was read. */
  text: string;
  /** Mean confidence of the characters (0–1). 0 if no character was read. */
  confidence: number;
  /** Left, top, right and bottom of the line, as shares (0–1) of the picture or page as displayed. */
  box: PageBox;
  /** Measurements of the letters. Null on pages, and if the letters could not be distinguished from the background. */
  letters: LetterMeasures | null;
}

export interface LetterMeasures {
  /** Height of capitals and digits, in lines of the picture. Null if the line has none. */
  capitalHeight: number | null;
  /** Height of lower-case letters without ascenders and descenders, in lines of the picture. Null if it has none. */
  lowerCaseHeight: number | null;
  /**
   * Contrast ratio (1–21) of letters and background by WCAG 2.2. For a video, the contrasts within one second are
   * averaged, and the lowest of these means is stored.
   */
  contrast: number;
  /** True if the letters are on an opaque block of one colour that extends beyond them on all sides. */
  isOnBlock: boolean;
}

/** A line of text that a video shows for some time. */
export interface ShownLine extends TextLine {
  /** Time of the first picture with the line, in seconds from the start of the file. */
  startSeconds: number;
  /** Time at which the line disappears: the end of the last picture with the line. */
  endSeconds: number;
  /** True if start and end are exact to two frames; false if they are exact to the interval between read pictures. */
  isExact: boolean;
}

/** The text that was read in an asset. Stored as JSON beside the observations of the asset. */
export type ShownText =
  | { kind: 'image'; width: number; height: number; lines: TextLine[] }
  | VideoText
  | {
      kind: 'pages';
      /**
       * The pages that were read as pictures: scanned pages, and pages whose letters are drawn. A page is scanned if
       * images cover at least half of it and its text has at most 100 characters. Letters are drawn if they are filled
       * paths, or glyphs whose characters are unknown.
       */
      pages: { page: number; lines: TextLine[] }[];
      /** Number of such pages in the document. Some may be missing in `pages` because of limits or errors. */
      scannedPages: number;
      /** Pages with text that may not be shown: on hidden layers, or invisible outside a scan. At most 2,000. */
      hidingPages: number[];
      /** Pages with annotations that are text. At most 2,000. */
      annotatedPages: number[];
    };

export interface VideoText {
  kind: 'video';
  /** Size of the displayed picture in square pixels. `height` is the number of lines of the video. */
  width: number;
  height: number;
  /** Number of pictures that were read. */
  picturesRead: number;
  /** Longest interval between two of them. All intervals are equal, unless `leftOut.unreadPictures` is above 0. */
  intervalSeconds: number;
  /** Lines in the order of their start. */
  lines: ShownLine[];
  /** Absent if all text is in `lines`. */
  leftOut?: LeftOut;
}

/** How much text of a video was left out. */
export interface LeftOut {
  /**
   * Number of lines that were left out because they appear after the last line in `lines`. At most 3,000 are counted.
   */
  lines: number;
  /** Number of pictures with more than 200 lines, whose lowest lines were left out. */
  pictures: number;
  /** Number of pictures that were not read, because the pictures before took too much processor time. */
  unreadPictures: number;
}
