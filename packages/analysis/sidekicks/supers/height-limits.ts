/** The size of the displayed picture in square pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

const hdLines = 1080;
/** Pictures with at most this number of lines have the heights of standard definition. */
const maxSdLines = 576;
/** Smaller pictures are previews, not deliveries. An error of one line would be a tenth of the height. */
const minLines = 480;
/** Pictures with a longer side, as a multiple of the shorter one, are 16:9; others are 4:3. */
const minWideShape = 1.5;

/** Minimum height of text in lines by the BCAP guidance. */
const minHeights = {
  hd: { plain: 30, onBlock: 26 },
  wideSd: { plain: 16, onBlock: 14 },
  sd: { plain: 14, onBlock: 12 },
} as const;

/**
 * Returns the minimum height of capitals and digits in lines; null if the picture is too small to judge. The shorter
 * side counts as the number of lines, so that portrait pictures have the minimum of landscape ones. Above standard
 * definition, the height is scaled from 1080 lines.
 */
export function minHeight(size: PictureSize, isOnBlock: boolean): number | null {
  const lines = Math.min(size.width, size.height);
  if (lines < minLines) return null;
  const kind = isOnBlock ? 'onBlock' : 'plain';
  if (lines > maxSdLines) return (minHeights.hd[kind] * lines) / hdLines;
  return minHeights[Math.max(size.width, size.height) >= minWideShape * lines ? 'wideSd' : 'sd'][kind];
}

/** Returns the minimum height in HD, scaled to any picture. Text is called small or large by comparison with it. */
export function usualHeight({ width, height }: PictureSize): number {
  return (minHeights.hd.plain * Math.min(width, height)) / hdLines;
}
