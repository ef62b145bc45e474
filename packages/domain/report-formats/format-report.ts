import type { Report } from '../contracts/report.ts';
import { avidTextOf } from './avid-text.ts';
import { avidXmlOf } from './avid-xml.ts';
import { csvOf } from './csv.ts';
import { ebuQcOf } from './ebu-qc.ts';
import { edlOf } from './edl.ts';
import { fcpxmlOf } from './fcpxml.ts';
import type { ReportFormat } from './format-names.ts';
import { markedTimeline } from './markers.ts';
import { webvttOf } from './webvtt.ts';
import { xmemlOf } from './xmeml.ts';

interface FormatOptions {
  /** The time code of the first frame; null: that of the file. Files without frames ignore it. */
  startTimecode: string | null;
  /** The SHA-256 of the JSON report in hexadecimal. */
  sha256: string;
}

/** Returns a report in another format. Throws `FormatFault` if the format or the start time code does not suit it. */
export function formatReport(
  format: ReportFormat,
  report: Report,
  { startTimecode, sha256 }: FormatOptions,
): string {
  const marked = () => markedTimeline(format, report, startTimecode);
  switch (format) {
    case 'csv':
      return csvOf([report], startTimecode);
    case 'vtt':
      return webvttOf(report);
    case 'edl':
      return edlOf(marked());
    case 'fcpxml':
      return fcpxmlOf(marked(), report);
    case 'xmeml':
      return xmemlOf(marked(), report);
    case 'avid.txt':
      return avidTextOf(marked());
    case 'avid.xml':
      return avidXmlOf(marked(), report);
    case 'xml':
      return ebuQcOf(report, startTimecode, sha256);
  }
}
