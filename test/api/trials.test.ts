import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { trial } from '@assay/domain/contracts/profile.ts';
import type { FinishedAsset } from '@assay/storage/profiles/trials.ts';
import { readFinishedAsset } from '@assay/storage/profiles/trials.ts';
import { createTrustLists, noTrustLists } from '@assay/analysis/contract/trust-lists.ts';
import { judgeFileAgain } from '../../activities/analyse/judge-file-again.ts';
import { until, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { mediaOf, pdfOf, submitLive } from '../support/live.ts';
import { useParserPool } from '../support/parsers.ts';

// Files are judged again under a changed profile. The function gets no tools, so it cannot start ffmpeg.

const database = useStackDatabase();
const blobs = useBlobs();
const parserPool = useParserPool();
const mine = useTenant(database);
const profiles = '/api/integrations/profiles';
const submissions = '/api/integrations/submissions';

const content = {
  code: 'first',
  name: 'First',
  assetTypes: ['video', 'audio', 'image', 'document'],
  sidekicks: [{ code: 'video-qc' }, { code: 'loudness' }, { code: 'document' }, { code: 'integrity' }],
  requirements: { width: { least: 100 }, soundCodec: { oneOf: ['aac'] }, pdfVersion: { least: 1 } },
};
/** Changes a value of each sidekick that has some, the severity of a rule, and the requirements. */
const changed = {
  ...content,
  code: 'second',
  sidekicks: [
    { code: 'video-qc' },
    { code: 'loudness', parameters: { targetLufs: -16 } },
    { code: 'document' },
    { code: 'integrity' },
  ],
  rules: {
    'picture.black': { threshold: 1 },
    'sound.silence': { threshold: 3, severity: 'major' },
    'accessibility.untagged': { severity: 'off' },
    'accessibility.title': { severity: 'critical' },
  },
  requirements: { width: { least: 500 }, soundCodec: { oneOf: ['flac'] }, pdfVersion: { least: 2 } },
  failsAt: 'critical',
};

const kinds = ['video', 'sound', 'image', 'document'] as const;
type Kind = (typeof kinds)[number];
let profileIds: { first: string; second: string };
/** The finished assets under each profile. */
let assets: Record<'first' | 'second', Record<Kind, FinishedAsset>>;

async function submitted(paths: readonly string[], profileId: string) {
  const { status, body } = await submitLive(mine, paths, [profileId]);
  expect([status, body]).toMatchObject([201, {}]);
  await untilDone(mine.live, body.submissionId, 120_000);
  const found = await Promise.all(
    body.assets.map(({ assetId }: any) =>
      readFinishedAsset(database, mine.workspaceId, { submissionId: body.submissionId, assetId }),
    ),
  );
  return Object.fromEntries(kinds.map((kind, index) => [kind, found[index]])) as Record<Kind, FinishedAsset>;
}

beforeAll(async () => {
  const video = await mediaOf('mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=6'],
    ...['-f', 'lavfi', '-i', "aevalsrc='if(between(t,1,5),0,0.2*sin(2*PI*440*t))':s=48000:d=6"],
    ...['-vf', "drawbox=color=black:t=fill:enable='between(t,2,4)'"],
  ]);
  const sound = await mediaOf('wav', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5']);
  const image = await mediaOf('png', ['-f', 'lavfi', '-i', 'testsrc2=size=320x180', '-frames:v', '1']);
  const uploads = () =>
    Promise.all([
      uploadFile(mine.live, 'a.mp4', 'video/mp4', video),
      uploadFile(mine.live, 'a.wav', 'audio/wav', sound),
      uploadFile(mine.live, 'a.png', 'image/png', image),
      uploadFile(mine.live, 'a.pdf', 'application/pdf', pdfOf({ pages: 2 })),
    ]);
  const [first, second] = [
    (await mine.live('POST', profiles, content)).body.id,
    (await mine.live('POST', profiles, changed)).body.id,
  ];
  profileIds = { first, second };
  assets = {
    first: await submitted(await uploads(), first),
    second: await submitted(await uploads(), second),
  };
}, 240_000);

/** Judges an asset again. Returns what does not depend on the submission and on sources of values. */
async function judged(asset: FinishedAsset, profile: FinishedAsset['profile']) {
  const { signal } = new AbortController();
  const { issues, verdict, notJudged } = await judgeFileAgain(
    { database, blobs, parserPool, trustLists: createTrustLists(noTrustLists) },
    asset,
    profile,
    signal,
  );
  return { findings: findingsOf(issues), verdict, notJudged };
}

function findingsOf(issues: readonly any[]) {
  return issues
    .flatMap(({ contributors }) => contributors)
    .map(({ ruleCode, severity, evidence }) => ({
      ruleCode,
      severity,
      evidence: evidence
        .filter(({ sourceType }: any) => sourceType !== 'image')
        .map(({ content: { source: _, ...rest }, anchor }: any) => ({ ...rest, anchor })),
    }));
}

/** Returns the stored result of an asset, in the form of `judged`. */
async function stored({ submissionId, assetId }: FinishedAsset) {
  const at = `${submissions}/${submissionId}/assets/${assetId}`;
  const { verdict, verdictReason: reason } = (await mine.live('GET', at)).body;
  const { issues } = (await mine.live('GET', `${at}/issues`)).body;
  return { findings: findingsOf(issues), verdict: { verdict, reason }, notJudged: null };
}

describe('a file is judged again', () => {
  test.for(kinds)('with the same result under the same profile: %s', async (kind) => {
    const asset = assets.first[kind];
    const expected = await stored(asset);
    expect(await judged(asset, asset.profile)).toEqual(expected);
    // As if another profile had judged it, so that the observations are judged again.
    const differing = { ...asset, profile: assets.second[kind].profile };
    expect(await judged(differing, asset.profile)).toEqual(expected);
  });

  test.for(kinds)('under another profile with the result of a new submission: %s', async (kind) => {
    const { profile } = assets.second[kind];
    const again = await judged(assets.first[kind], profile);
    expect(again).toEqual(await stored(assets.second[kind]));
    expect(again.findings).not.toEqual((await stored(assets.first[kind])).findings);
  });

  test('only by the sidekicks that examined it', async () => {
    const asset = assets.first.video;
    const sidekicks = [...asset.profile.sidekicks, { code: 'photosensitivity' }];
    expect(await judged(asset, { ...asset.profile, sidekicks })).toMatchObject({
      notJudged: 'photosensitivity did not examine this file',
    });
    const { requirements } = asset.profile;
    const packets = { ...requirements, keyFrameSeconds: { most: 1, ifUnknown: 'finding' as const } };
    expect((await judged(asset, { ...asset.profile, requirements: packets })).notJudged).toMatch(
      /^requirements: the packets/,
    );
  });
});

test('the checks of an asset have the measured loudness and peak also if they pass', async () => {
  const { submissionId, assetId } = assets.first.sound;
  const { checks } = (await mine.live('GET', `${submissions}/${submissionId}/assets/${assetId}/checks`)).body;
  const peak = checks.find(({ ruleCode }: any) => ruleCode === 'loudness.true_peak');
  expect(peak).toMatchObject({ result: 'none', threshold: -1 });
  expect(peak.measured).toBeCloseTo(-18, 0);
});

describe('a trial of a profile', () => {
  const at = () => `${profiles}/${profileIds.first}/trials`;

  async function tried(body: object): Promise<any> {
    const started = await mine.live('POST', at(), body);
    expect(started.status).toBe(202);
    const { trialId } = started.body;
    const { body: done } = await until(
      () => mine.live('GET', `${at()}/${trialId}`),
      ({ body }) => body.status !== 'running',
    );
    return trial.parse(done);
  }

  test('lists no file if nothing changes', async () => {
    expect(await tried(content)).toMatchObject({ status: 'done', files: [], examined: 4, unexamined: 0 });
  });

  test('lists the files whose verdict changes, with the verdict of a new submission', async () => {
    const { files, ...rest } = await tried(changed);
    expect(rest).toMatchObject({ status: 'done', examined: 4, unexamined: 0 });
    const expected = await Promise.all(
      kinds.map(async (kind) => {
        const [before, after] = [await stored(assets.first[kind]), await stored(assets.second[kind])];
        const { verdict, reason } = after.verdict;
        const { filename, assetId } = assets.first[kind];
        return { filename, assetId, before: before.verdict.verdict, after: verdict, reason };
      }),
    );
    const differing = expected.filter(({ before, after }) => before !== after);
    expect(differing.length).toBeGreaterThan(0);
    expect(files).toHaveLength(differing.length);
    for (const one of differing)
      expect(files).toContainEqual(expect.objectContaining({ ...one, notJudged: null }));
  });

  test('lists the files that could not be judged', async () => {
    const sidekicks = [...content.sidekicks, { code: 'photosensitivity' }];
    const { files, examined, unexamined } = await tried({ ...content, sidekicks, failsAt: 'critical' });
    expect([examined, unexamined]).toEqual([3, 1]);
    expect(files).toContainEqual(
      expect.objectContaining({
        filename: 'a.mp4',
        after: null,
        reason: null,
        notJudged: 'photosensitivity did not examine this file',
      }),
    );
  });

  test('is rejected if the profile or its content is unknown', async () => {
    expect((await mine.live('POST', `${profiles}/${randomUUID()}/trials`, content)).status).toBe(404);
    const faulty = await mine.live('POST', at(), { ...content, rules: { 'no.rule': { severity: 'off' } } });
    expect([faulty.status, faulty.body.fields[0].field]).toEqual([422, 'rules.no.rule']);
    expect((await mine.live('GET', `${at()}/${randomUUID()}`)).status).toBe(404);
  });

  test('is not found under another profile, and ends when another one starts', async () => {
    const { trialId } = (await mine.live('POST', at(), content)).body;
    expect((await mine.live('GET', `${profiles}/${profileIds.second}/trials/${trialId}`)).status).toBe(404);
    await tried(content);
    const { body } = await mine.live('GET', `${at()}/${trialId}`);
    expect(['failed', 'done']).toContain(body.status);
  });
});
