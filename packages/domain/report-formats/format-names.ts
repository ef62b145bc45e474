/** Formats of a report besides JSON, by the end of their path: `report.csv`. */
export const reportFormats = ['csv', 'vtt', 'edl', 'fcpxml', 'xmeml', 'avid.txt', 'avid.xml', 'xml'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** How a file in this format is served. */
interface FormatFacts {
  contentType: 'text/csv' | 'text/vtt' | 'text/plain' | 'application/xml';
  /** End of the file name. The programs that read the format choose their reader by it. */
  filenameEnding: string;
}

export const formatFacts: Record<ReportFormat, FormatFacts> = {
  csv: { contentType: 'text/csv', filenameEnding: '.csv' },
  vtt: { contentType: 'text/vtt', filenameEnding: '.vtt' },
  edl: { contentType: 'text/plain', filenameEnding: '.edl' },
  fcpxml: { contentType: 'application/xml', filenameEnding: '.fcpxml' },
  xmeml: { contentType: 'application/xml', filenameEnding: '.xmeml.xml' },
  'avid.txt': { contentType: 'text/plain', filenameEnding: '.avid.txt' },
  'avid.xml': { contentType: 'application/xml', filenameEnding: '.avid.xml' },
  xml: { contentType: 'application/xml', filenameEnding: '.qc.xml' },
};

export const formatContentTypes = [
  ...new Set(Object.values(formatFacts).map(({ contentType }) => contentType)),
];
