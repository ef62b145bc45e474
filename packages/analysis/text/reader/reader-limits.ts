/** Maximum number of lines in a picture. */
export const maxLines = 500;
/** Maximum length of the text of a line. The recogniser reads one character from 8 of at most 4,096 columns. */
export const maxCharacters = 1_000;
/** Maximum number of pixels of a picture: four times those of ultra HD. Callers scale larger pictures down. */
export const maxPicturePixels = 2 ** 25;
