/** A local copy of a file, and the callbacks of the work on it. */
export interface LocalCopy {
  path: string;
  signal: AbortSignal;
  /** Reports the progress, from 0 to 1. */
  progress: (share: number) => void;
}
