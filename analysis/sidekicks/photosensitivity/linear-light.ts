/**
 * The share of a channel's full light (0–1) that each 8-bit value stands for, as WCAG's "relative luminance" takes it from
 * sRGB. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export const linearLight = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** What red, green and blue in full light add to the relative luminance of white, which is 1. */
export const luminanceWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;
