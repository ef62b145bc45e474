/** Samples per second of sound in which speech is sought. */
export const sampleRate = 16_000;
/** Samples of a frame, for which the detector computes one probability: 32 ms. */
export const frameSamples = 512;
/** Maximum number of samples of a window: 28 s. Whisper reads at most 30 s at once. */
export const maxWindowSamples = 28 * sampleRate;
/** Maximum length of a block of sound in which speech is sought at once, in samples: 4 minutes, or 7.7 MB. */
export const blockSamples = 240 * sampleRate;
/** Silence before each window, in samples. Without it, the first word is often misheard. */
export const leadSamples = 0.2 * sampleRate;
/** Minimum number of samples that the recogniser accepts. */
export const minWindowSamples = sampleRate / 10;
/** Maximum number of words of a window, which has at most 224 tokens, and of characters of a word. */
export const maxWindowWords = 224;
export const maxWordCharacters = 100;
