import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { headBytes } from '../formats/block-reader.ts';
import { matroskaDuration } from './matroska-duration.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import type { ContentMeasurement } from './measurement.ts';
import { contentMismatch } from '../formats/container/sniff.ts';
import { walkRiff } from '../formats/container/walk-riff.ts';
import { textPages } from './text-pages.ts';
import type { VideoDuration } from './video-duration.ts';
import { docText } from '../formats/word/doc.ts';
import { docxText } from '../formats/word/docx.ts';
import { wordPages } from './word-pages.ts';

const maxReasonLength = 200;

/** Checks that the content of a file has the given MIME type, and measures the file. Runs in a parser process. */
export async function measureContent(
  file: RangedSource,
  { mimeType }: { mimeType: string },
): Promise<ContentMeasurement> {
  // The first bytes are needed twice: to detect the type and to measure.
  const source = withHeadCache(file);
  try {
    const mismatch = await contentMismatch(source, mimeType);
    if (mismatch !== null) return { outcome: 'content_mismatch', reason: toOneLine(mismatch) };
    return await measure(source, mimeType);
  } catch (error) {
    if (error instanceof Unmeasurable) return { outcome: 'unmeasurable', reason: toOneLine(error.message) };
    throw error;
  }
}

/**
 * Removes control and formatting characters from a reason and limits its length, because a reason may quote the file.
 */
function toOneLine(reason: string): string {
  return reason
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, '')
    .slice(0, maxReasonLength)
    .toWellFormed();
}

/** Measures a file. Imports the PDF, MP4 and sound libraries on demand, because they take 0.3 s of processor time. */
async function measure(source: RangedSource, mimeType: string): Promise<ContentMeasurement> {
  switch (mimeType) {
    case 'video/mp4':
    case 'video/quicktime': {
      const { isoDuration } = await import('./iso-duration.ts');
      return videoMeasurement(await isoDuration(source), 'sample-tables');
    }
    case 'video/x-matroska':
      return videoMeasurement(await matroskaDuration(source), 'last-cluster');
    case 'video/x-msvideo':
      // ffprobe measures AVI files. A parser for AVI is not worth its code, because few uploads are AVI.
      return { outcome: 'undecided' };
    case 'application/pdf': {
      const { pdfPages } = await import('./pdf-pages.ts');
      const { pages, ...details } = await pdfPages(source);
      return measured(pages, details);
    }
    case 'text/plain':
      return measured(await textPages(source));
    case 'application/msword':
      return measured(wordPages(await docText(source)));
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return measured(wordPages(await docxText(source)));
    case 'audio/mpeg':
    case 'audio/wav':
    case 'audio/aac':
    case 'audio/ogg': {
      const { hasAudioPackets } = await import('../formats/media-input.ts');
      if (await hasAudioPackets(source)) return measured(null);
      if (mimeType === 'audio/wav' && (await walkRiff(source)).data === 'empty')
        throw new Unmeasurable('no sound: the recording is empty');
      // ffprobe reads more codecs, and recordings that were not closed.
      return { outcome: 'undecided' };
    }
    default:
      return measured(null);
  }
}

function measured(value: number | null, details: Record<string, unknown> = {}): ContentMeasurement {
  return { outcome: 'measured', value, details };
}

function videoMeasurement(duration: VideoDuration | null, method: string): ContentMeasurement {
  if (duration === null) return { outcome: 'undecided' };
  return measured(duration.seconds, { method, headerSeconds: duration.headerSeconds });
}

function withHeadCache(source: RangedSource): RangedSource {
  const cachedBytes = Math.min(headBytes, source.sizeBytes);
  let head: Promise<Uint8Array> | null = null;
  return {
    ...source,
    read(start, end) {
      if (end > cachedBytes) return source.read(start, end);
      head ??= source.read(0, cachedBytes);
      return head.then((bytes) => bytes.slice(start, end));
    },
  };
}
