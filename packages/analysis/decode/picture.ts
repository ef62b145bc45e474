/** A decoded picture with square pixels. */
export interface Picture {
  width: number;
  height: number;
  /** 8 bits each of red, green and blue per pixel, row by row. */
  rgb: Uint8Array;
}
