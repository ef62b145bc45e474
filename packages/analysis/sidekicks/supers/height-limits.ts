/** Size of the displayed picture, in pixels after scaling to square pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

const hdLines = 1080;
/** Maximum number of lines of a picture in standard definition (SD). */
const maxSdLines = 576;
/** Minimum number of lines of a judged picture. Below it, an error of one line is a tenth of the height of letters. */
const minLines = 480;
/** Ratio of the longer side to the shorter side from which an SD picture counts as 16:9. Below it, as 4:3. */
const minWideShape = 1.5;

/** Minimum heights of text in lines (BCAP guidance): on a plain picture, and on an opaque block of one colour. */
const minHeights = {
  hd: { plain: 30, onBlock: 26 },
  wideSd: { plain: 16, onBlock: 14 },
  sd: { plain: 14, onBlock: 12 },
} as const;

/**
 * Returns the minimum height of capitals and digits in lines; null if the picture is too small to judge. The shorter
 * side counts as the number of lines, so portrait and landscape pictures have the same minimum. Above standard
 * definition, the minimum for 1080 lines is scaled to the size of the picture.
 */
export function minHeight(size: PictureSize, isOnBlock: boolean): number | null {
  const lines = Math.min(size.width, size.height);
  if (lines < minLines) return null;
  const kind = isOnBlock ? 'onBlock' : 'plain';
  if (lines > maxSdLines) return (minHeights.hd[kind] * lines) / hdLines;
  return minHeights[Math.max(size.width, size.height) >= minWideShape * lines ? 'wideSd' : 'sd'][kind];
}

/** Returns the minimum height in lines of text without a block, by which text counts as small or large. */
export function usualHeight({ width, height }: PictureSize): number {
  return (minHeights.hd.plain * Math.min(width, height)) / hdLines;
}
