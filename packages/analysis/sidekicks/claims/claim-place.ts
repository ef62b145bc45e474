import { timecode } from '@assay/domain/time-code.ts';
import { leftOutInWords, picturesInWords, precisionInWords } from '../../text/reading-in-words.ts';
import type { ShownText } from '../../text/shown-text.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Claim, HeardPlace, ShownPlace } from './claim.ts';

/**
 * Returns the anchor of a claim: a page, a region of an image, a time with a region of the picture, or a passage of
 * text. Without any of these, the anchor is the whole asset.
 */
export function anchorOf({ page, start, end, quote, shown, heard }: Claim): Finding['anchor'] {
  if (heard !== null) return { kind: 'time', startSeconds: heard.startSeconds, endSeconds: heard.endSeconds };
  if (page !== null) return { kind: 'page', page, ...(shown === null ? {} : { bbox: shown.box }) };
  if (shown !== null) {
    const [left, top, right, bottom] = shown.box;
    if (shown.time === null)
      return { kind: 'region', x: left, y: top, width: asShare(right - left), height: asShare(bottom - top) };
    const { startSeconds, endSeconds } = shown.time;
    return { kind: 'time', startSeconds, endSeconds, bbox: shown.box };
  }
  if (start === null || end === null) return { kind: 'asset' };
  return { kind: 'text', start, end, quote };
}

const asShare = (share: number) => Number(share.toFixed(5));

/** Returns the place of a claim, such as ` on page 3`; empty for images and for texts without pages. */
export function placeInWords({ page, shown, heard }: Claim): string {
  if (page !== null) return ` on page ${page}`;
  const time = heard ?? shown?.time ?? null;
  return time === null ? '' : ` from ${timecode(time.startSeconds)} to ${timecode(time.endSeconds)}`;
}

/**
 * Returns sentences about the confidence with which a claim was read, and about how much of the asset was read.
 * @param text the text that was read in the pictures of the asset
 */
export function describeReading({ readConfidence, time }: ShownPlace, text: ShownText): string {
  const certainty = `The text was read in a picture, with a confidence of ${readConfidence.toFixed(2)}.`;
  switch (text.kind) {
    case 'image':
      return certainty;
    case 'video': {
      const exactness =
        time?.isExact === false ? ` Its times are exact to ${precisionInWords(false, text)}.` : '';
      return `${certainty}${exactness} Text was read in ${picturesInWords(text)}.${leftOutInWords(text)}`;
    }
    case 'pages':
      return `${certainty} Pages of the document whose letters are pictures or shapes: ${text.scannedPages}, of which ${text.pages.length} were read.`;
  }
}

/** Returns sentences about the certainty with which a claim was heard. */
export function describeHearing({ probability }: HeardPlace): string {
  return `The words were heard in speech or song, with a mean probability of ${probability.toFixed(2)}. Words and figures can be misheard, so listen to the sound.`;
}
