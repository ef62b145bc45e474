import type { MediaTools } from '../decode/media-tools.ts';
import type { TextReader } from './text-reader.ts';

/** A local image or video whose text is read. */
export interface FileToRead {
  tools: MediaTools;
  path: string;
  reader: TextReader;
  signal: AbortSignal;
  /** Maximum wall-clock time in milliseconds for decoding the file and reading its text. */
  timeoutMs: number;
  /** Reports the progress, from 0 to 1. */
  progress: (share: number) => void;
}
