import { z } from 'zod';
import { reportFormats } from '../report-formats/format-names.ts';
import { assetPath } from './fields.ts';

const reportFormat = z
  .enum(reportFormats)
  .meta({ id: 'ReportFormat', description: 'Format of a report besides JSON.' });

export const formattedReportPath = assetPath.extend({ format: reportFormat.describe('Format of the file.') });

/** Schema of a start time code. `.` before the frames is the same as `;`. */
const startTimecode = z
  .string()
  .regex(
    /^\d{2}:[0-5]\d:[0-5]\d[:;.]\d{2}$/,
    'must be a time code such as 10:00:00:00, or 10:00:00;00 for drop-frame',
  );

export const formattedReportQuery = z.object({
  startTimecode: startTimecode.optional().meta({
    description:
      'Time code of the first frame, instead of that of the file. A `;` before the frames means drop-frame, at 29.97 and ' +
      '59.94 frames per second. Has no effect on `vtt`, and on files without a constant frame rate.',
    examples: ['10:00:00:00'],
  }),
});

/** Schema of a report as PDF. */
export const pdfReport = z
  .string()
  .meta({ description: 'The file.', jsonSchema: { type: 'string', format: 'binary' } });

/** Schema of a report in a format other than JSON. */
export const formattedReport = z.string().describe('The file, in UTF-8.');
