import { type Report, report as reportSchema } from '@assay/domain/contracts/report.ts';

/** Text that ends elements, attributes, strings and streams, with control characters of writing directions. */
export const hostileText =
  '<b onmouseover="x">&amp;</b><script>alert(1)</script> \' </bdi></p></article> ]]>--> (\\) endobj endstream %%EOF ' +
  '\0\x01\x1b[31m\r\n\t\u2028\u2029\u202e\u2066 \ud800 \u0085';

const id = '0192f3c4-8f7a-5c31-9f1e-3b0a5f6d7e8e';

/** Returns a report that has every part which people read. */
export function reportForPeople({
  name = 'clip.mov',
  summary = 'Black and silent for 2.5 s',
  details = `${summary}: 2.5 s exceeds the limit of 1 s.`,
  url = 'https://tech.ebu.ch/publications/r128',
}: { name?: string; summary?: string; details?: string; url?: string } = {}): Report {
  const source = { standard: 'EBU R 128', clause: 'clause 4', url };
  const by = (author: string) => ({ kind: 'member' as const, id, name: author });
  const anchor = { kind: 'time' as const, startSeconds: 2, endSeconds: 3 };
  const resolutionRequirement = { action: 'replace', description: 'remove the black picture' };
  const common = { severity: 'critical' as const, ruleCode: 'picture.black', resolutionRequirement };
  const evidence = { id: 'e', confidence: 1, anchor };
  const issue: Report['issues'][number] = {
    ...common,
    ...{ id, referenceNumber: 1, summary, details, ruleId: id, precedents: [], anchor },
    ...{ severityReasoning: 'Viewers see nothing.', severityReasoningHeadline: 'Nothing is shown' },
    contributors: [
      {
        ...common,
        ...{ id, label: 'Video', reasoning: 'x', confidence: 0.9, relationType: 'primary' },
        ruleName: 'Black picture',
        evidence: [
          {
            ...evidence,
            sourceType: 'measurement',
            content: { measured: 2.5, threshold: 1, unit: 's', source },
          },
          {
            ...evidence,
            sourceType: 'image',
            content: { mimeType: 'image/jpeg', url: `picture:${'0'.repeat(32)}` },
          },
        ],
      },
    ],
    decision: {
      decision: 'waived',
      reason: 'agreed',
      by: by('Ada'),
      at: '2026-01-03T04:05:06.789Z',
      evidence: [
        { id, title: details, url, file: null },
        {
          ...{ id, title: summary, url: null },
          file: {
            ...{ filename: name, contentType: 'application/pdf', sizeBytes: 12_345 },
            ...{ sha256: 'ab'.repeat(32), status: 'kept' as const },
          },
        },
      ],
      carriedFrom: null,
    },
  };
  const check = {
    ...{ sidekick: 'video-qc', threshold: null, required: null, unit: null, count: 0, measured: null },
    ...{ severity: 'major' as const, source },
  };
  const video = {
    ...{
      codec: 'h264',
      profile: null,
      pixelFormat: null,
      width: 1920,
      height: 1080,
      displayAspectRatio: 16 / 9,
    },
    frameRate: '25',
  };
  const report: Report = {
    schemaVersion: 1,
    checkedAt: '2026-01-02T03:04:05.678Z',
    asset: {
      ...{ name, path: name, bytes: 81_920, sha256: 'a'.repeat(64), type: 'video', mimeType: 'video/mp4' },
      metric: null,
      media: { durationSeconds: 60, startTimecode: '10:00:00:00', video, audio: null, streams: [] },
    },
    submission: null,
    profile: { id, code: 'p', name: 'Profile', version: 2 },
    tools: { assay: '0.1.0', node: '24.0.0', ffmpeg: '7.1' },
    sidekicks: [
      { id, code: 'video-qc', name: 'Video', version: '9' },
      { id, code: 'photosensitivity', name: 'Flashes', version: '3' },
      { id, code: 'claims', name: 'Claims', version: '3' },
    ],
    checks: [
      {
        ...check,
        ruleCode: 'picture.black',
        ruleName: 'Black picture',
        threshold: 1,
        unit: 's',
        outcome: 'found',
        count: 1,
      },
      {
        ...check,
        sidekick: 'photosensitivity',
        ruleCode: 'flash.red',
        ruleName: 'Red flash',
        outcome: 'passed',
      },
      { ...check, ruleCode: 'a.off', ruleName: 'Off', severity: 'off', outcome: 'off' },
      { ...check, sidekick: 'claims', ruleCode: 'c.claim', ruleName: 'Claim', outcome: 'failed' },
    ],
    issues: [
      issue,
      { ...issue, referenceNumber: 2, severity: 'minor', anchor: { kind: 'asset' }, decision: null },
    ],
    verdict: { verdict: 'fail', reason: '1 check failed', failsAt: 'major' },
    problems: [{ code: 'x', sidekick: 'claims', message: 'crashed', blocking: true }],
    signOff: {
      by: by('Grace'),
      at: '2026-01-04T05:06:07.890Z',
      note: 'Ready for air.',
      manualChecks: [{ code: 'focus', text: 'Faces are in focus', outcome: 'passed', note: null }],
    },
  };
  // A report in S3 is well-formed UTF-8, and a name can still contain any character.
  return reportSchema.parse(report);
}
