/** A duration by what is in a file, and by the word of its header, null where that says nothing. */
export interface VideoDuration {
  seconds: number;
  headerSeconds: number | null;
}
