import type { SpokenText, SpokenWord } from '../../speech/spoken-text.ts';
import { writeNumbers } from './write-numbers.ts';

/** Words that were heard without a long pause, as text with figures, and the words of each part of the text. */
export interface SpokenPassage {
  text: string;
  /** In the order of the text, with offsets in `text` in UTF-16 code units. A part may have several words. */
  parts: { words: readonly SpokenWord[]; start: number; end: number }[];
}

/** Pause in seconds that ends a passage, and a shorter one that ends a passage without punctuation. */
const maxPauseSeconds = 2;
const maxUnpunctuatedPauseSeconds = 0.7;
/** Minimum probability that a window is in English. */
const minEnglish = 0.5;
/** Minimum number of words of speech in other languages that is reported as not judged. */
const minUnjudgedWords = 5;

const sentenceEnd = /[.!?…]["”’)]?$/u;

/** Returns the passages of English speech, and whether other speech was left out. */
export function spokenPassages({ windows }: SpokenText): { passages: SpokenPassage[]; otherSpeech: boolean } {
  const isEnglish = ({ language, languageProbability }: SpokenText['windows'][number]) =>
    language === 'en' && languageProbability >= minEnglish;
  const passages: SpokenPassage[] = [];
  for (const window of windows.filter(isEnglish)) {
    const isPunctuated = window.words.some(({ text }) => sentenceEnd.test(text));
    const pause = isPunctuated ? maxPauseSeconds : maxUnpunctuatedPauseSeconds;
    for (const words of splitAtPauses(window.words, pause)) passages.push(toPassage(words));
  }
  const otherSpeech = windows.some((window) => !isEnglish(window) && window.words.length >= minUnjudgedWords);
  return { passages, otherSpeech };
}

function splitAtPauses(words: readonly SpokenWord[], pauseSeconds: number): SpokenWord[][] {
  const passages: SpokenWord[][] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before === undefined || word.startSeconds - before.endSeconds > pauseSeconds) passages.push([word]);
    else passages.at(-1)!.push(word);
  }
  return passages;
}

function toPassage(words: readonly SpokenWord[]): SpokenPassage {
  const passage: SpokenPassage = { text: '', parts: [] };
  for (const { text, from, until } of writeNumbers(words.map((word) => word.text))) {
    if (passage.text !== '') passage.text += ' ';
    const start = passage.text.length;
    passage.text += text;
    passage.parts.push({ words: words.slice(from, until), start, end: passage.text.length });
  }
  return passage;
}
