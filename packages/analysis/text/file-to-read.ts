import type { MediaTools } from '../decode/media-tools.ts';
import type { Parsers } from '../parsers/parser-pool.ts';
import type { JoinTextJobs } from './join-text.ts';
import type { TextReader } from './text-reader.ts';

/** A local image or video whose text is read. */
export interface FileToRead {
  tools: MediaTools;
  path: string;
  reader: TextReader;
  /** Pool of processes that join the lines of a video's pictures. */
  parsers: Parsers<JoinTextJobs>;
  signal: AbortSignal;
  /** Maximum wall-clock time in milliseconds for decoding the file and reading its text. */
  timeoutMs: number;
  /** Reports the progress, from 0 to 1. */
  progress: (share: number) => void;
}
