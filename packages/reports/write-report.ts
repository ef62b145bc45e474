import { hash } from 'node:crypto';
import type { Report } from '@assay/domain/contracts/report.ts';
import { FormatFault } from '@assay/domain/report-formats/format-fault.ts';
import type { ReportFormat } from '@assay/domain/report-formats/format-names.ts';
import { formatReport } from '@assay/domain/report-formats/format-report.ts';
import { htmlOf, type PageOptions } from './html.ts';
import { type Verification, viewOf } from './report-view.ts';

/** A report to write in a format. All parts can be sent to another thread. */
export type ReportJob = { report: Uint8Array } & (
  | { format: ReportFormat; startTimecode: string | null }
  | {
      format: 'html';
      verification: Verification;
      pictures: ReadonlyMap<string, Uint8Array>;
      page: Omit<PageOptions, 'pictures'>;
    }
);

export type WrittenReport = { text: string } | { fault: Pick<FormatFault, 'field' | 'message'> };

/** Writes a report in a format. Returns a fault if the format or the start time code does not suit the report. */
export function writeReport(job: ReportJob): WrittenReport {
  const { report: bytes } = job;
  const report = JSON.parse(Buffer.from(bytes).toString()) as Report;
  const sha256 = hash('sha256', bytes);
  if (job.format === 'html') {
    const { verification, page } = job;
    const pictures = new Map(
      [...job.pictures].map(([digest, picture]) => [digest, Buffer.from(picture).toString('base64')]),
    );
    return { text: htmlOf(viewOf(report, { sha256, verification }), { ...page, pictures }) };
  }
  try {
    return { text: formatReport(job.format, report, { startTimecode: job.startTimecode, sha256 }) };
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    return { fault: { field: error.field, message: error.message } };
  }
}
