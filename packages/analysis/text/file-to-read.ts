import type { MediaTools } from '../decode/media-tools.ts';
import type { TextReader } from './text-reader.ts';

/** A local file whose pictures are decoded. */
export interface FileToRead {
  tools: MediaTools;
  path: string;
  reader: TextReader;
  signal: AbortSignal;
  /** Maximum wall-clock time of the whole work, in milliseconds. */
  timeoutMs: number;
  /** Reports the progress, from 0 to 1. */
  progress: (share: number) => void;
}
