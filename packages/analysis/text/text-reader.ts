import type { Picture } from '../decode/picture.ts';
import type { LetterMeasures } from './shown-text.ts';

/** A line of text that was read in a picture. */
export interface ReadLine {
  /** The characters of the line, with one space between words. Empty if no character was read. */
  text: string;
  /** Mean confidence of the characters (0–1). 0 if no character was read. */
  confidence: number;
  /** Left, top, right and bottom of the line, in pixels. */
  box: [left: number, top: number, right: number, bottom: number];
  /** Measurements of the letters, in pixels. Null if the letters could not be distinguished from the background. */
  letters: LetterMeasures | null;
}

export interface ReadOptions {
  signal: AbortSignal;
  /**
   * True to search a smaller copy of the picture first, and to return no lines if the copy shows no text. For a picture
   * without text, this halves the time. Absent: false.
   */
  firstLook?: boolean;
}

/** Reads text in pictures of one workspace, in separate processes. */
export interface TextReader {
  /**
   * Returns the lines of text in a picture, from top to bottom. Throws `ParserFailed` if the picture makes the process
   * crash or exceed a limit. Throws the signal's reason if the reading is cancelled.
   */
  read(picture: Picture, options: ReadOptions): Promise<ReadLine[]>;
}
