/** Maximum number of lines that are read in one picture. */
export const maxLines = 500;
/**
 * Maximum number of characters of a line: one per 8 columns of pixels. The recogniser receives at most 4,096 columns.
 */
export const maxCharacters = 1_000;
/** Maximum number of times that a place is read in pictures in which it has the same pixels. */
export const maxReadings = 3;
/** Maximum number of pixels of a picture: four times Ultra HD. Callers scale larger pictures down. */
export const maxPicturePixels = 2 ** 25;
