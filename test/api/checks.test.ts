import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { report as reportSchema } from '@assay/domain/contracts/report.ts';
import { reportKeysPath } from '@assay/domain/report-signature.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { routes } from '../../api/route-table.ts';
import { verifyFile, verifyReport, verifySignature } from '../../packages/console/verify/verify.ts';
import { expectDomain } from '../conformance/errors.ts';
import {
  newTenant,
  submitSandbox,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { rawGet } from '../support/raw-get.ts';
import { everySidekick, mediaOf, submitLive } from '../support/live.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const { apiUrl } = inject('stack');
const submissions = '/api/integrations/submissions';
const { operation } = routes.find(({ path: at }) => at.endsWith('/checks'))!;

/** A finished submission of a video and a text to all sidekicks. The custom sidekick never gets a worker. */
let paths: Record<'video' | 'text', string>;
let videoId: string;
let sidekicks: any[];

const uploadText = () =>
  uploadFile(tenant.live, 'a.txt', 'text/plain', Buffer.from('Our cream is clinically proven.\n'));

beforeAll(async () => {
  await registerCustom(database, tenant.workspaceId, {
    assetTypes: ['image', 'document'],
    taskQueue: 'nobody',
    maxWaitSeconds: 1,
  });
  ({ sidekicks } = (await tenant.live('GET', '/api/integrations/sidekicks')).body);
  const black = await mediaOf('mp4', ['-f', 'lavfi', '-i', 'color=black:size=320x180:rate=25:duration=3']);
  const video = await uploadFile(tenant.live, 'a.mp4', 'video/mp4', black);
  const { submissionId, assets } = (
    await submitLive(tenant, [video, await uploadText()], await everySidekick(tenant))
  ).body;
  const [first, second] = assets.map(({ assetId }: any) => assetId as string);
  videoId = first;
  const at = `${submissions}/${submissionId}/assets`;
  paths = { video: `${at}/${first}`, text: `${at}/${second}` };
  await untilDone(tenant.live, submissionId, 120_000);
});

async function read(name: 'video' | 'text') {
  const { status, body } = await tenant.live('GET', `${paths[name]}/checks`);
  expect(status).toBe(200);
  return operation.responses[200]!.parse(body) as { checks: any[]; complete: boolean; total: number };
}

/** Returns the results of a sidekick's rules, each once. */
const resultsOf = ({ checks }: { checks: any[] }, code: string) => [
  ...new Set(
    checks.filter(({ sidekickCode }) => sidekickCode === code).map(({ result }) => result as string),
  ),
];

describe('the checks of an asset', () => {
  test.for(['video', 'text'] as const)('of the %s are all rules of all sidekicks', async (name) => {
    const { checks, complete, total } = await read(name);
    const shown = checks.map((check) => [
      check.sidekickId,
      check.sidekickVersion,
      check.ruleCode,
      check.threshold,
    ]);
    // Without a profile, no property is required.
    const expected = sidekicks
      .filter(({ code }) => code !== requirementsCode)
      .flatMap(({ id, version, rules }) =>
        rules.map(({ code, threshold }: any) => [id, version, code, threshold]),
      );
    expect(shown.sort()).toEqual(expected.sort());
    expect([complete, total]).toEqual([true, checks.length]);
  });

  test.for(['video', 'text'] as const)('of the %s have as many findings as its issues', async (name) => {
    const { checks } = await read(name);
    const { issues } = (await tenant.live('GET', `${paths[name]}/issues`)).body;
    const findings = Map.groupBy(
      issues.flatMap(({ contributors }: any) => contributors),
      ({ label, ruleCode }: any) => `${label} ${ruleCode}`,
    );
    expect(findings.size).toBeGreaterThan(0);
    for (const { sidekickName, ruleCode, result, count } of checks) {
      const expected = findings.get(`${sidekickName} ${ruleCode}`)?.length ?? 0;
      expect([ruleCode, count]).toEqual([ruleCode, expected]);
      expect(result === 'found').toBe(expected > 0);
    }
  });

  test('tell sidekicks that do not examine the type, and those that failed', async () => {
    const [video, text] = [await read('video'), await read('text')];
    expect(resultsOf(video, 'document')).toEqual(['not_applicable']);
    expect(resultsOf(video, 'claims')).toEqual(['none']);
    expect(resultsOf(text, 'supers')).toEqual(['not_applicable']);
    expect(resultsOf(video, 'photosensitivity')).toEqual(['none']);
    expect(resultsOf(video, 'house-style')).toEqual(['not_applicable']);
    expect(resultsOf(text, 'photosensitivity')).toEqual(['not_applicable']);
    expect(resultsOf(text, 'claims')).toContain('found');
    expect(resultsOf(text, 'house-style')).toEqual(['failed']);
  });

  test('are not made by `requirements` without a profile that has requirements', async () => {
    const { body } = await tenant.live('GET', `${paths.video}/progress`);
    const state = body.sidekicks.find(({ code }: any) => code === requirementsCode);
    expect(state).toMatchObject({ state: 'not_applicable', findingCount: null });
    const { status, body: rejected } = await submitLive(tenant, [await uploadText()], [state.sidekickId]);
    expect([status, rejected.fields]).toEqual([
      422,
      [{ field: 'assets.0.blobPath', message: 'none of the sidekicks examines document assets' }],
    ]);
  });

  test('are unknown until the asset has finished, and empty in the sandbox', async () => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['pending', 'fail'])).body;
    const [pending, failed] = assets.map(
      ({ assetId }: any) => `${submissions}/${submissionId}/assets/${assetId}/checks`,
    );
    expectDomain(await tenant.sandbox('GET', pending), 404, 'Asset has not finished processing');
    expect((await tenant.sandbox('GET', failed)).body).toEqual({
      assetId: assets[1].assetId,
      checks: [],
      complete: true,
      total: 0,
    });
  });
});

test('a file is found by its SHA-256, in its workspace only', async () => {
  const { body } = await tenant.live('GET', `${paths.text}/report.json`);
  const query = `${submissions}?sha256=${body.asset.sha256.toUpperCase()}`;
  const { items, next } = (await tenant.live('GET', query)).body;
  expect([items.map(({ submissionId }: any) => submissionId), next]).toEqual([
    [body.submission.submissionId],
    null,
  ]);
  expect((await tenant.live('GET', `${query}&assetType=image`)).body.items).toEqual([]);
  const neighbour = await newTenant(database);
  expect((await neighbour.live('GET', query)).body.items).toEqual([]);
});

describe('the report of an asset', () => {
  const reportOf = async (name: 'video' | 'text') => {
    const { status, body } = await tenant.live('GET', `${paths[name]}/report.json`);
    expect(status).toBe(200);
    return reportSchema.parse(body);
  };

  test.for(['video', 'text'] as const)('has the file, all checks and the issues: %s', async (name) => {
    const report = await reportOf(name);
    const [{ checks }, media, { issues }] = await Promise.all([
      read(name),
      tenant.live('GET', `${paths[name]}/media`).then(({ body }) => body),
      tenant.live('GET', `${paths[name]}/issues`).then(({ body }) => body),
    ]);
    expect(report.asset).toMatchObject({ bytes: media.sizeBytes, sha256: media.sha256, media: media.facts });
    expect(report.checks.map(({ ruleCode, count }) => [ruleCode, count])).toEqual(
      checks.map(({ ruleCode, count }) => [ruleCode, count]),
    );
    expect(report.issues.map(({ id }) => id)).toEqual(issues.map(({ id }: any) => id));
    expect(report.submission).toMatchObject({ assetId: paths[name].split('/').at(-1), version: 1 });
    expect(report.tools.ffmpeg).toEqual(name === 'video' ? expect.stringMatching(/^\d/) : null);
  });

  test('tells why something was not checked', async () => {
    const report = await reportOf('text');
    expect(report.problems).toMatchObject([{ code: expect.any(String), sidekick: null, blocking: true }]);
    expect(report.problems[0]!.message).toContain('house-style could not be completed');
    // A claim that is known fails the text in any case.
    expect(report.verdict).toMatchObject({ verdict: 'fail', failsAt: 'major' });
    expect(report.checks.filter(({ sidekick }) => sidekick === 'house-style')).toMatchObject([
      { outcome: 'failed' },
    ]);
  });

  test('keeps its bytes when results are changed later', async () => {
    const before = await reportOf('video');
    await database.query(
      `update sidekick_results set measured = '{}', rule_counts = '{}' where asset_id = $1`,
      [videoId],
    );
    expect(await reportOf('video')).toEqual(before);
  });

  test('is not made in the sandbox', async () => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['pass'])).body;
    const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}/report.json`;
    expectDomain(await tenant.sandbox('GET', path), 404, 'Report not found');
    expectDomain(await tenant.sandbox('GET', path.replace('.json', '.jws')), 404, 'Report not found');
  });
});

describe('the checks of an asset without a result', () => {
  const change = (statement: string) => {
    const { id } = sidekicks.find(({ code }) => code === 'video-qc');
    return database.query(`${statement} where asset_id = $1 and sidekick_id = $2`, [videoId, id]);
  };

  test('are incomplete if the rules of a version are missing', async () => {
    await change(`update sidekick_results set sidekick_version = 'unknown'`);
    const video = await read('video');
    expect([video.complete, resultsOf(video, 'video-qc')]).toEqual([false, []]);
  });

  test('tell a sidekick that an operator skipped', async () => {
    await change('delete from sidekick_results');
    const video = await read('video');
    expect([video.complete, resultsOf(video, 'video-qc')]).toEqual([true, ['skipped']]);
  });
});

describe('the report of an asset in another format', () => {
  const formatted = (name: 'video' | 'text', end: string) =>
    tenant.live('GET', `${paths[name]}/report.${end}`);

  test.for([
    ['csv', 'text/csv', 'a.mp4.csv', /^file,referenceNumber,/],
    ['vtt', 'text/vtt', 'a.mp4.vtt', /^WEBVTT\n\n/],
    ['edl', 'text/plain', 'a.mp4.edl', /C {8}00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01\n/],
    ['fcpxml', 'application/xml', 'a.mp4.fcpxml', /<marker start="0s" /],
    ['xmeml', 'application/xml', 'a.mp4.xmeml.xml', /<in>0<\/in>/],
    ['avid.txt', 'text/plain', 'a.mp4.avid.txt', /^Assay\t00:00:00:00\tV1\t/],
    ['avid.xml', 'application/xml', 'a.mp4.avid.xml', />_ATN_CRM_TC<\/AvProp>\n.*>00:00:00:00<\/AvProp>\n/],
    ['xml', 'application/xml', 'a.mp4.qc.xml', /<Report xmlns="tag:qc\.ebu\.ch,2026-01">/],
  ] as const)('%s is a download', async ([format, contentType, filename, content]) => {
    const { status, headers, body } = await formatted('video', format);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      `${contentType}; charset=utf-8`,
      `attachment; filename*=UTF-8''${filename}`,
    ]);
    expect(body).toMatch(content);
  });

  test('counts from another start time code', async () => {
    const { body } = await formatted('video', 'edl?startTimecode=10:00:00:00');
    expect(body).toContain('C        10:00:00:00 10:00:00:01 ');
  });

  test.for([
    [
      'video',
      'edl?startTimecode=10:00:00:25',
      'startTimecode',
      '10:00:00:25 is no time code at 25/1 frames per second',
    ],
    [
      'video',
      'edl?startTimecode=10',
      'startTimecode',
      'must be a time code such as 10:00:00:00, or 10:00:00;00 for drop-frame',
    ],
    [
      'text',
      'edl',
      'format',
      expect.stringMatching(/^edl needs a constant frame rate .*; csv and vtt need none$/),
    ],
    ['video', 'docx', 'format', expect.stringContaining('csv')],
  ] as const)('%s, report.%s: 422', async ([name, end, field, message]) => {
    const { status, body } = await formatted(name, end);
    expect([status, body.fields]).toEqual([422, [{ field, message }]]);
  });

  test('is made of documents, and not in the sandbox', async () => {
    expect((await formatted('text', 'csv')).body).toMatch(/^file,.*\r\na\.txt,1,/);
    const { submissionId, assets } = (await submitSandbox(tenant, ['pass'])).body;
    const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}/report.csv`;
    expectDomain(await tenant.sandbox('GET', path), 404, 'Report not found');
  });
});

test('the report of a retry refers to the report before it', async () => {
  const readReport = async () => (await tenant.live('GET', `${paths.text}/report.json`)).body;
  const before = await readReport();
  expect(before.submission).toMatchObject({ version: 1, previousReport: null });
  expect((await tenant.live('POST', `${paths.text}/retry`)).status).toBe(202);
  await untilDone(tenant.live, before.submission.submissionId, 60_000);
  expect((await readReport()).submission).toMatchObject({
    version: 2,
    previousReport: createHash('sha256').update(JSON.stringify(before)).digest('hex'),
  });
});

test('the report of an asset is signed by a published key', async () => {
  const [text, keys] = await Promise.all([
    rawGet(apiUrl, `${paths.text}/report.json`, { 'x-api-key': tenant.liveKey }),
    rawGet(apiUrl, reportKeysPath),
  ]);
  expect(keys.headers).toMatchObject({
    'content-type': 'application/jwk-set+json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=60',
  });
  const { body } = await tenant.live('GET', `${paths.text}/report.jws`);
  const { statement } = await verifySignature(JSON.stringify(body), JSON.parse(keys.text));
  const report = await verifyReport(new Blob([text.text]), statement);
  expect(statement.subject).toEqual([{ name: 'a.txt', digest: { sha256: report.asset.sha256 } }]);
  await verifyFile(new Blob(['Our cream is clinically proven.\n']), statement);
});
