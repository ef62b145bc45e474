import type { ShownLine } from '../../text/shown-text.ts';
import type { TimeRange } from '../../contract/time-ranges.ts';
import { wordsOf } from './words.ts';

/**
 * Numbers of lines on screen, and of words above the place of small print, from which a picture is a screen of a
 * computer or a page. Its text is not superimposed. Chosen by this project.
 */
const minScreenLines = 30;
const minScreenWords = 80;
/** Position (0–1) of the top edge of a line from which its words are not counted: small print may have many. */
const maxTop = 0.7;

/**
 * The address of a page in a browser, whose upper edge is above `maxAddressTop` (0–1). Browsers hide the protocol, but
 * show the path of the page or its query. An advertisement shows its domain, with one short path at most.
 */
const browserAddress = /^(?:https?:\/\/|[\p{L}\d.-]+\.\p{L}{2,}\/\S*[/?=])\S+$/u;
const maxAddressTop = 0.15;

/** Returns the times, sorted, at which a video shows a screen or a page. */
export function findScreens(lines: readonly ShownLine[]): TimeRange[] {
  const events = lines.flatMap(({ text, box, startSeconds, endSeconds }) => {
    const words = box[1] < maxTop ? wordsOf(text).length : 0;
    const isBrowser = box[1] < maxAddressTop && browserAddress.test(text);
    const count = isBrowser ? minScreenLines : 1;
    return [
      { at: startSeconds, lines: count, words },
      { at: endSeconds, lines: -count, words: -words },
    ];
  });
  // At equal times, a line that disappears is subtracted before a line that appears is added.
  events.sort((a, b) => a.at - b.at || a.lines - b.lines);
  const screens: TimeRange[] = [];
  let shown = { lines: 0, words: 0 };
  let startSeconds: number | null = null;
  for (const { at, ...change } of events) {
    shown = { lines: shown.lines + change.lines, words: shown.words + change.words };
    const isScreen = shown.lines >= minScreenLines || shown.words >= minScreenWords;
    if (isScreen) startSeconds ??= at;
    else if (startSeconds !== null) {
      screens.push({ startSeconds, endSeconds: at });
      startSeconds = null;
    }
  }
  return screens;
}
