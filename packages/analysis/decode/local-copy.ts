/** A local copy of a file. `signal` cancels the work on the copy. */
export interface LocalCopy {
  path: string;
  signal: AbortSignal;
  /** Reports the progress, from 0 to 1. */
  progress: (share: number) => void;
}
