import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { exactSeconds } from '../../text/reading-in-words.ts';
import type { Finding } from '../../contract/finding.ts';
import type { SupersRules } from './rules.ts';
import type { Super } from './super.ts';
import { describeSuper, superFinding } from './super-finding.ts';
import { isLarge } from './find-supers.ts';
import { mayBeName, wordsOf } from './words.ts';

const longFromWords = 10;
const recognitionSeconds = { short: 2, long: 3 };
/** Tolerance in seconds of a duration with exact times: the error of its start and of its end. */
const toleranceSeconds = 2 * exactSeconds;
/** Minimum seconds for which a line must be on screen with a super, so that its words are added to the super's. */
const minTogetherSeconds = 0.5;

/** A line, and the number of its words that viewers read. */
export interface CountedLine {
  line: ShownLine;
  words: number;
}

/** A letter, or the sign of a price or a percentage. Lights and patterns are read as digits: “0000”. */
const wordSign = /[\p{L}\p{Sc}%]/u;

/**
 * Counts the words of all lines once, because each super is compared with the lines. Leaves out brand names, and lines
 * without a letter, price or percentage.
 */
export function countWords(lines: readonly ShownLine[], video: VideoText): CountedLine[] {
  return lines
    .filter((line) => wordSign.test(line.text) && !mayBeBrand(line, video))
    .map((line) => ({ line, words: wordsOf(line.text).length }));
}

/** Returns the minimum time in seconds for which text with this number of words must be shown (BCAP guidance). */
export function holdSeconds(words: number, secondsPerWord: number): number {
  const { short, long } = recognitionSeconds;
  return Number((secondsPerWord * words + (words < longFromWords ? short : long)).toFixed(1));
}

/**
 * Returns a finding if a super is shown too briefly for its words and the other words on screen at the same time. If
 * the times of the super are not exact, its longest possible time is judged.
 * @param lines the result of `countWords` for all lines that were read
 */
export function judgeHold(
  found: Super,
  lines: readonly CountedLine[],
  video: VideoText,
  rule: SupersRules['supers.hold'],
): Finding | null {
  const own = new Set(found.readings);
  const ownWords = found.lines.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  const otherWords = mostWords(
    found,
    lines.filter(({ line }) => !own.has(line)),
  );
  const words = ownWords + otherWords;
  const seconds = found.endSeconds - found.startSeconds;
  const minSeconds = holdSeconds(words, rule.threshold);
  const error = found.isExact ? toleranceSeconds : video.intervalSeconds;
  if (seconds + error >= minSeconds) return null;
  const measured = Number(seconds.toFixed(2));
  const counted =
    otherWords === 0
      ? `It has ${inWords(words)}`
      : `It has ${inWords(ownWords)}, and ${moreWords(otherWords)} on screen at the same time`;
  return superFinding(rule, found, video, {
    what:
      `Superimposed text of ${inWords(ownWords)}${otherWords === 0 ? '' : `, with ${otherWords} more on screen,`} ` +
      `for ${measured} s instead of ${minSeconds} s`,
    details:
      `${describeSuper(found)} is shown for ${measured} s. ${counted}, for which the minimum is ${minSeconds} s. Brand names ` +
      'count here, unless they stand alone as one word or two, because they cannot be told from other words.',
    measured,
    threshold: minSeconds,
    unit: 's',
    headline: `${measured} s for ${inWords(words)}`,
    reasoning: 'Viewers do not have the time to read the small print.',
    action: 'correct',
    resolution: `Show the text for at least ${minSeconds} s, or shorten it.`,
  });
}

const inWords = (count: number) => `${count} ${count === 1 ? 'word' : 'words'}`;

const moreWords = (count: number) => (count === 1 ? '1 more word is' : `up to ${count} more words are`);

/** Returns whether a line may be a brand name, whose words do not count. Two words are smaller than a headline. */
function mayBeBrand(line: ShownLine, video: VideoText): boolean {
  return mayBeName(line.text) && (wordsOf(line.text).length === 1 || !isLarge(line, video));
}

/** Returns the largest number of words in `lines` that are on screen at the same time during a super. */
function mostWords({ startSeconds, endSeconds }: Super, lines: readonly CountedLine[]): number {
  const events = lines.flatMap(({ line, words }) => {
    const from = Math.max(startSeconds, line.startSeconds);
    const to = Math.min(endSeconds, line.endSeconds);
    if (to - from < minTogetherSeconds) return [];
    return [
      { at: from, words },
      { at: to, words: -words },
    ];
  });
  // At equal times, a line that disappears is subtracted before a line that appears is added.
  events.sort((a, b) => a.at - b.at || a.words - b.words);
  let words = 0;
  let most = 0;
  for (const event of events) most = Math.max(most, (words += event.words));
  return most;
}
