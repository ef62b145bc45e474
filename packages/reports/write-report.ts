import { hash } from 'node:crypto';
import type { Report } from '@assay/domain/contracts/report.ts';
import { FormatFault } from '@assay/domain/report-formats/format-fault.ts';
import type { ReportFormat } from '@assay/domain/report-formats/format-names.ts';
import { formatReport } from '@assay/domain/report-formats/format-report.ts';
import { htmlOf, type PageOptions } from './html.ts';
import { curvesViewOf, type ReportCurve } from './curves-view.ts';
import { type Verification, viewOf } from './report-view.ts';

/** A report to write in a format. All parts can be sent to another thread. */
export type ReportJob = {
  /** Bytes of the JSON report. */
  report: Uint8Array;
} & ({ format: ReportFormat; startTimecode: string | null } | PageJob | PdfJob);

interface ForPeople {
  verification: Verification;
  /** JPEG pictures of the issues by their digest. Issues whose pictures are missing have none. */
  pictures: ReadonlyMap<string, Uint8Array>;
}

interface PageJob extends ForPeople {
  format: 'html';
  page: Omit<PageOptions, 'pictures'>;
}

interface PdfJob extends ForPeople {
  format: 'pdf';
  /** The signature, which is attached. Null if the report is not signed. */
  signature: string | null;
  /** The curves of the file. Empty if it has none, or if they cannot be read. */
  curves: readonly ReportCurve[];
}

export type WrittenReport = { content: Uint8Array } | { fault: Pick<FormatFault, 'field' | 'message'> };

/** Writes a report in a format. Returns a fault if the format or the start time code does not suit the report. */
export async function writeReport(job: ReportJob): Promise<WrittenReport> {
  const report = JSON.parse(Buffer.from(job.report).toString()) as Report;
  try {
    return { content: await contentOf(job, report) };
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    return { fault: { field: error.field, message: error.message } };
  }
}

async function contentOf(job: ReportJob, report: Report): Promise<Uint8Array> {
  const sha256 = hash('sha256', job.report);
  switch (job.format) {
    case 'html': {
      const { verification, page } = job;
      const pictures = new Map(
        [...job.pictures].map(([digest, picture]) => [digest, Buffer.from(picture).toString('base64')]),
      );
      return Buffer.from(htmlOf(viewOf(report, { sha256, verification }), { ...page, pictures }));
    }
    case 'pdf': {
      // The fonts and the library take 0.3 s to load, which other formats do not need.
      const { pdfOf } = await import('./pdf/pdf.ts');
      const { verification, signature, pictures } = job;
      const attached = { report: job.report, signature, checkedAt: new Date(report.checkedAt) };
      const curves = curvesViewOf(report, job.curves);
      return pdfOf(viewOf(report, { sha256, verification }), { ...attached, pictures, curves });
    }
    default:
      return Buffer.from(formatReport(job.format, report, { startTimecode: job.startTimecode, sha256 }));
  }
}
