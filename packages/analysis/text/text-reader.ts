import type { Picture } from '../decode/picture.ts';
import type { LetterMeasures } from './shown-text.ts';

/** A rectangle in pixels of a picture. */
export type Box = [left: number, top: number, right: number, bottom: number];

/** A line of text that was read in a picture. */
export interface ReadLine {
  /** The characters of the line, with one space between words. Empty if no character was read. */
  text: string;
  /** Mean confidence of the characters (0–1). 0 if no character was read. */
  confidence: number;
  box: Box;
  /** Measurements of the letters, in pixels. Null if the letters could not be distinguished from the background. */
  letters: LetterMeasures | null;
}

/** A place that the detector found in a picture, and its reading. */
export interface Place {
  line: ReadLine;
  /** False if the place does not show text. */
  isText: boolean;
  /** Number of times that the place was read, in pictures in which it has the same pixels. */
  readings: number;
}

/** Grey levels (0–255) of every `step`th row and column of a place. */
export interface Sample {
  step: number;
  columns: number;
  rows: number;
  levels: Uint8Array;
}

/** A place of an earlier picture. The sample is of the picture in which the place was first read. */
export interface KnownPlace extends Place {
  sample: Sample;
}

/** The places and costs of the pictures of a video that have been read. `TextReader.read` updates it. */
export interface ReadingMemory {
  /** The places of the last picture. */
  places: readonly KnownPlace[];
  /** Processor time of all readings, in milliseconds. */
  computeMs: number;
}

export interface ReadOptions {
  signal: AbortSignal;
  /**
   * True to search a smaller copy of the picture first, and to return no lines if the copy shows no text. For a picture
   * without text, this halves the time. Absent: false.
   */
  firstLook?: boolean;
  /** The reading of the picture before. Places with the same pixels are not read again. Absent: there is none. */
  memory?: ReadingMemory;
  /** The area outside of which the picture equals the picture before. Absent: the whole picture. */
  changed?: Box;
}

/** Reads text in pictures of one workspace, in separate processes. */
export interface TextReader {
  /**
   * Returns the lines of text in a picture, from top to bottom. Throws `ParserFailed` if the picture makes the process
   * crash or exceed a limit. Throws the signal's reason if the reading is cancelled.
   */
  read(picture: Picture, options: ReadOptions): Promise<ReadLine[]>;
}
