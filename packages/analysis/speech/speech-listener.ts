import type { Speech } from './listener/find-speech.ts';

/** A word in a window, with times in seconds from the start of the window. */
export type HeardWord = readonly [text: string, start: number, end: number, probability: number];

/** The speech of a window, as the recogniser returns it. */
export interface Heard {
  language: string;
  languageProbability: number;
  logProbability: number;
  words: readonly HeardWord[];
}

/** Finds and recognises speech of one workspace, in separate processes. Sound is 16-bit samples of 16 kHz. */
export interface SpeechListener {
  /** Returns the ranges of speech, in samples. Throws `ParserFailed` if the sound makes the process fail. */
  detect(sound: Uint8Array, signal: AbortSignal): Promise<Speech[]>;
  /**
   * Returns the words of windows of at most 28 s. All windows are heard by one process, which no other sound gets. If
   * it dies or exceeds a limit, a new process hears the window again. Throws `ListenerFailed` if that fails too.
   */
  hear(windows: readonly Uint8Array[], signal: AbortSignal): Promise<Heard[]>;
}

/** Thrown if the process that recognises speech failed twice at the same window. `message` is the last reason. */
export class ListenerFailed extends Error {}
