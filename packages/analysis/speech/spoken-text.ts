/** A word that was heard. */
export interface SpokenWord {
  /** The word with the punctuation after it. */
  text: string;
  /** Seconds from the start of the file. */
  startSeconds: number;
  endSeconds: number;
  /** Mean probability (0–1) of the word's tokens. */
  probability: number;
}

/** Up to 28 s of speech that were recognised at once. Pauses are not counted. */
export interface SpokenWindow {
  /** Language by ISO 639, and its probability (0–1). */
  language: string;
  languageProbability: number;
  /** Mean natural logarithm of the probabilities of the tokens. */
  logProbability: number;
  /** In the order of their start. */
  words: SpokenWord[];
}

/** The speech that was heard in the sound of an asset. Stored as JSON beside the observations of the asset. */
export interface SpokenText {
  /** Seconds in which the detector heard speech, also if no word of it was recognised. */
  speechSeconds: number;
  windows: SpokenWindow[];
  /** Absent if all speech is in `windows`. */
  leftOut?: {
    /** Seconds of speech that were not read, because the file has more than two hours of speech or 50,000 words. */
    speechSeconds: number;
    /** Why the process that recognises speech failed twice; null if it did not fail. */
    fault: string | null;
  };
}
