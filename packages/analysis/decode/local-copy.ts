/** A local copy of a file, and the callbacks of the work on it. */
export interface LocalCopy {
  path: string;
  /** The signal is aborted when the work is cancelled. */
  signal: AbortSignal;
  /** Reports the progress, from 0 to 1. */
  progress: (share: number) => void;
}
