import { assetPath } from '@assay/domain/contracts/fields.ts';
import {
  formattedReport,
  formattedReportPath,
  formattedReportQuery,
  pdfReport,
} from '@assay/domain/contracts/report-format.ts';
import { report } from '@assay/domain/contracts/report.ts';
import { signedReport } from '@assay/domain/contracts/signed-report.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { formatContentTypes, formatFacts } from '@assay/domain/report-formats/format-names.ts';
import {
  type AssetReport,
  assetReport,
  assetResults,
  type AssetSignature,
  assetSignature,
} from '@assay/storage/submissions/assets.ts';
import { writePdf } from '../report-writer.ts';
import { operation } from '../route.ts';
import { stampedSignature } from '../stamped-signature.ts';
import { finishedResults } from './assets.ts';

/** The errors of routes that read the document of a report. */
export const reportErrors = [
  'submission_not_found',
  'asset_not_found',
  'asset_not_finished',
  'report_not_found',
  'blob_unreadable',
] as const;

export const readReportRoute = operation({
  id: 'readReport',
  tag: 'Assets',
  summary: 'Read the report of an asset',
  description:
    'The document that was written when the asset finished: every check that was made, with the rules, thresholds and ' +
    'the profile that were in force, the issues and the verdict. It is the document of `assay check --format json`. Its ' +
    'bytes never change. Pictures are named by the digest of their content: the issues of the asset have links to them. ' +
    'Until the asset is `complete` or `failed`, this returns 404.',
  errors: reportErrors,
  params: assetPath,
  responses: { 200: report },
  read: assetResults,
  async handle({ caller, params, found, deps }) {
    const { reportKey } = await finishedResults(found, deps, caller, params.submission_id);
    if (reportKey === null) throw new ApiError('report_not_found');
    return { status: 200, json: await deps.results.readReport(reportKey) };
  },
});

export const readFormattedReportRoute = operation({
  id: 'readFormattedReport',
  tag: 'Assets',
  summary: 'Read the report of an asset in another format',
  description:
    '`csv`: a line for each issue. `vtt`: WebVTT, the issues with a time as cues. `edl`: markers for DaVinci Resolve. ' +
    '`fcpxml`: for Final Cut Pro. `xmeml`: Final Cut Pro 7 XML, for Premiere. `avid.txt` and `avid.xml`: for Avid Media ' +
    'Composer. `xml`: EBU QC. `edl`, `fcpxml`, `xmeml`, `avid.txt` and `avid.xml` have the issues with a time, and need ' +
    'a constant frame rate: for other files, this returns 422.',
  errors: reportErrors,
  params: formattedReportPath,
  query: formattedReportQuery,
  responses: { 200: formattedReport },
  contentTypes: formatContentTypes,
  read: assetResults,
  async handle({ caller, params: { submission_id, format }, query, found, deps }) {
    const { reportKey, filename } = await finishedResults(found, deps, caller, submission_id);
    if (reportKey === null) throw new ApiError('report_not_found');
    const report = await deps.results.readReport(reportKey);
    const { contentType, filenameEnding } = formatFacts[format];
    const written = await deps.writeReport(caller.workspaceId, {
      format,
      report,
      startTimecode: query.startTimecode ?? null,
    });
    if ('fault' in written) throw validationError(written.fault);
    return {
      status: 200,
      file: {
        name: `${filename}${filenameEnding}`,
        contentType: `${contentType}; charset=utf-8`,
        content: written.content,
      },
    };
  },
});

export const readPdfReportRoute = operation({
  id: 'readPdfReport',
  tag: 'Assets',
  summary: 'Read the report of an asset as PDF',
  description:
    'A document for people, with the pictures of the issues and the curves of loudness, luminance and flashes. It is ' +
    'accessible (PDF/UA-1), and has the JSON report and its signature as attachments.',
  errors: reportErrors,
  params: assetPath,
  responses: { 200: pdfReport },
  contentTypes: ['application/pdf'],
  read: assetReport,
  async handle({ caller, params, found, deps }) {
    const results = await finishedResults<AssetReport>(found, deps, caller, params.submission_id);
    const { reportKey, filename, issuesKey, seriesKey, profile } = results;
    const signature = stampedSignature(results.signature, results.timeStamp);
    if (reportKey === null) throw new ApiError('report_not_found');
    const report = await deps.results.readReport(reportKey);
    const content = await writePdf(deps, caller.workspaceId, {
      report,
      signature,
      picturesBeside: issuesKey,
      seriesKey,
      profile,
    });
    return {
      status: 200,
      file: { name: `${filename}.report.pdf`, contentType: 'application/pdf', content },
    };
  },
});

export const readSignedReportRoute = operation({
  id: 'readSignedReport',
  tag: 'Assets',
  summary: 'Read the signature of the report of an asset',
  description:
    'A JSON Web Signature (RFC 7515, flattened, Ed25519) over an in-toto Statement that has the SHA-256 of the file and of ' +
    'the report. The public keys are at `/.well-known/assay-report-keys.json`. The page `/verify` checks the signature, ' +
    'the report and the file in the browser. If the installation has no signing key, this returns 404.',
  errors: [
    'submission_not_found',
    'asset_not_found',
    'asset_not_finished',
    'report_not_found',
    'report_not_signed',
  ],
  params: assetPath,
  responses: { 200: signedReport },
  read: assetSignature,
  async handle({ caller, params, found, deps }) {
    const { hasReport, signature, timeStamp } = await finishedResults<AssetSignature>(
      found,
      deps,
      caller,
      params.submission_id,
    );
    if (!hasReport) throw new ApiError('report_not_found');
    const stamped = stampedSignature(signature, timeStamp);
    if (stamped === null) throw new ApiError('report_not_signed');
    return { status: 200, json: stamped };
  },
});
