import type { RangedSource } from '../../lib/ranged-source.ts';
import { audioPackets } from './audio-packets.ts';
import { aviDuration } from './avi/avi-duration.ts';
import { headBytes } from './block-reader.ts';
import { isoDuration } from './iso/iso-duration.ts';
import { matroskaDuration } from './matroska/matroska-duration.ts';
import { pdfPages } from './pdf-pages.ts';
import { contentMismatch } from './sniff.ts';
import { textPages } from './text-pages.ts';
import { Unmeasurable } from './unmeasurable.ts';
import type { VideoDuration } from './video-duration.ts';
import { docPages } from './word/doc.ts';
import { docxPages } from './word/docx.ts';

/** What the content of a file says of it. */
export type ContentMeasurement =
  | { outcome: 'content_mismatch' | 'unmeasurable'; reason: string }
  /** Seconds or pages, not rounded; null for a type that has no metric. */
  | { outcome: 'measured'; value: number | null; details: Record<string, unknown> }
  /** Nothing here can read it; ffmpeg is to judge it on a local copy. */
  | { outcome: 'undecided' };

const maxReasonLength = 200;

/** Tells whether a file is of its type, and measures what it is priced by. Runs in an isolate. */
export async function measureContent(
  file: RangedSource,
  { mimeType }: { mimeType: string },
): Promise<ContentMeasurement> {
  // What the type was told by is not fetched again.
  const source = withHeadKept(file);
  try {
    const mismatch = await contentMismatch(source, mimeType);
    if (mismatch !== null) return { outcome: 'content_mismatch', reason: inShort(mismatch) };
    return await measure(source, mimeType);
  } catch (error) {
    if (error instanceof Unmeasurable) return { outcome: 'unmeasurable', reason: inShort(error.message) };
    throw error;
  }
}

/** Reasons may quote the file: they stay a line that can be shown. */
function inShort(reason: string): string {
  return reason
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, '')
    .slice(0, maxReasonLength)
    .toWellFormed();
}

async function measure(source: RangedSource, mimeType: string): Promise<ContentMeasurement> {
  switch (mimeType) {
    case 'video/mp4':
    case 'video/quicktime':
      return ifDecided(await isoDuration(source), 'sample-tables');
    case 'video/x-matroska':
      return ifDecided(await matroskaDuration(source), 'last-cluster');
    case 'video/x-msvideo':
      return ifDecided(await aviDuration(source), 'index');
    case 'application/pdf': {
      const { pages, ...details } = await pdfPages(source);
      return measured(pages, details);
    }
    case 'text/plain':
      return measured(await textPages(source));
    case 'application/msword':
      return measured(await docPages(source));
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return measured(await docxPages(source));
    case 'audio/mpeg':
    case 'audio/wav':
    case 'audio/aac':
    case 'audio/ogg':
      if (!(await audioPackets(source))) throw new Unmeasurable('it has no sound');
      return measured(null);
    default:
      return measured(null);
  }
}

function measured(value: number | null, details: Record<string, unknown> = {}): ContentMeasurement {
  return { outcome: 'measured', value, details };
}

function ifDecided(duration: VideoDuration | null, method: string): ContentMeasurement {
  if (duration === null) return { outcome: 'undecided' };
  return measured(duration.seconds, { method, headerSeconds: duration.headerSeconds });
}

/** The source, with its first piece read once. */
function withHeadKept(source: RangedSource): RangedSource {
  const keptBytes = Math.min(headBytes, source.sizeBytes);
  let head: Promise<Uint8Array> | null = null;
  return {
    ...source,
    read(start, end) {
      if (end > keptBytes) return source.read(start, end);
      head ??= source.read(0, keptBytes);
      return head.then((bytes) => bytes.slice(start, end));
    },
  };
}
