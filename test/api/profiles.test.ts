import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { findShippedProfile, shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { profile, profileList } from '@assay/domain/contracts/profile.ts';
import {
  newTenant,
  type Tenant,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { mediaOf, submitLive, uploadPdf } from '../support/live.ts';

const database = useStackDatabase();
const mine = useTenant(database);
const theirs = useTenant(database);
const profiles = '/api/integrations/profiles';
const submissions = '/api/integrations/submissions';

/** A profile whose severities differ from those of the rules: JavaScript is critical without it. */
const leaflet = {
  code: 'leaflet',
  name: 'Leaflet',
  assetTypes: ['document'],
  sidekicks: [{ code: 'document' }],
  rules: { 'active_content.javascript': { severity: 'minor' } },
  failsAt: 'minor',
};

async function created(tenant: Tenant, body: object = leaflet): Promise<any> {
  const answer = await tenant.live('POST', profiles, { ...body, code: `p-${randomUUID().slice(0, 8)}` });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function judged(tenant: Tenant, ids: readonly string[]): Promise<any> {
  const answer = await submitLive(tenant, [await uploadPdf(tenant, { script: 'app.alert(1)' })], ids);
  expect(answer.status).toBe(201);
  const { submissionId, assets } = (await untilDone(tenant.live, answer.body.submissionId)).body;
  const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}`;
  const asset = (await tenant.live('GET', path)).body;
  const { issues } = (await tenant.live('GET', `${path}/issues`)).body;
  return { submission: (await tenant.live('GET', `${submissions}/${submissionId}`)).body, asset, issues };
}

describe('the profiles of a workspace', () => {
  test('are the built-in ones, and then those of the workspace', async () => {
    const own = await created(mine);
    const { body } = await mine.live('GET', profiles);
    expect(profileList.parse(body)).toEqual(body);
    expect(body.profiles.slice(0, shippedProfiles.length).map(({ code }: any) => code)).toEqual(
      shippedProfiles.map(({ code }) => code),
    );
    expect(body.profiles.map(({ id }: any) => id)).toContain(own.id);
    const others = (await theirs.live('GET', profiles)).body.profiles;
    expect(others).toHaveLength(shippedProfiles.length);
  });

  test('are read whole, in every version, also after they are deleted', async () => {
    const first = await created(mine);
    expect(profile.parse(first)).toEqual(first);
    const path = `${profiles}/${first.id}`;
    const { id: _, version, builtIn: _builtIn, ...content } = first;
    const second = await mine.live('PUT', path, { ...content, name: 'Leaflet B', version });
    expect(second.body).toEqual({ ...first, name: 'Leaflet B', version: 2 });
    expect((await mine.live('GET', path)).body).toEqual(second.body);
    expect((await mine.live('GET', `${path}?version=1`)).body).toEqual(first);
    expect((await mine.live('GET', `${path}?version=3`)).status).toBe(404);
    expect((await mine.live('DELETE', path)).status).toBe(204);
    expect((await mine.live('GET', path)).status).toBe(404);
    expect((await mine.live('GET', `${path}?version=1`)).body).toEqual(first);
    expect((await mine.live('DELETE', path)).status).toBe(404);
  });

  test('are not found in another workspace', async () => {
    const { id, version, builtIn: _, ...content } = await created(theirs);
    const path = `${profiles}/${id}`;
    const answers = [
      await mine.live('GET', path),
      await mine.live('GET', `${path}?version=1`),
      await mine.live('PUT', path, { ...content, version }),
      await mine.live('DELETE', path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(
      (await mine.live('POST', profiles, { code: 'copy', name: 'Copy', basedOn: id })).body,
    ).toMatchObject({
      fields: [{ field: 'basedOn' }],
    });
    const refused = await submitLive(mine, [await uploadPdf(mine)], [id]);
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      [{ field: 'sidekickIds.0', message: 'is not a known sidekick' }, expect.anything()],
    ]);
  });

  test('copy another one with `basedOn`, with the fields of the request', async () => {
    const { id, version, builtIn, ...base } = findShippedProfile('accessible-pdf')!;
    const copy = await created(mine, { basedOn: id, name: 'Ours', failsAt: 'critical' });
    expect(copy).toEqual({
      ...base,
      id: expect.any(String),
      code: copy.code,
      version: 1,
      builtIn: false,
      name: 'Ours',
      failsAt: 'critical',
    });
    expect([version, builtIn]).toEqual([1, true]);
  });

  test('have different codes, and only one author changes a version', async () => {
    const { id, version, builtIn: _, ...content } = await created(mine);
    const { body, status } = await mine.live('POST', profiles, content);
    expect([status, body.detail ?? body.message]).toEqual([
      409,
      `The workspace already has a profile with the code "${content.code}"`,
    ]);
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => mine.live('PUT', `${profiles}/${id}`, { ...content, name, version })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  });

  test('cannot be changed or deleted if they are built in', async () => {
    const { id, version, builtIn: _, ...content } = findShippedProfile('podcast')!;
    const answers = [
      await mine.live('PUT', `${profiles}/${id}`, { ...content, version }),
      await mine.live('DELETE', `${profiles}/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });

  test('name the invalid field', async () => {
    const faulty = {
      ...leaflet,
      sidekicks: [{ code: 'nothing' }],
      rules: { 'picture.black': { threshold: -1 } },
    };
    const { status, body } = await mine.live('POST', profiles, faulty);
    expect([status, body.fields]).toEqual([
      422,
      [{ field: 'sidekicks.0.code', message: expect.any(String) }],
    ]);
  });
});

describe('a submission with a profile', () => {
  let own: any;
  beforeAll(async () => {
    own = await created(mine);
  });

  test('runs its sidekicks, and has its severities and its verdict', async () => {
    const { submission, asset, issues } = await judged(mine, [own.id.toUpperCase()]);
    const reference = { id: own.id, code: own.code, name: 'Leaflet', version: 1 };
    const script = issues.find(({ ruleCode }: any) => ruleCode === 'active_content.javascript');
    expect(script).toMatchObject({
      severity: 'minor',
      severityReasoning: expect.stringContaining('Leaflet'),
    });
    expect(asset).toMatchObject({
      profile: reference,
      verdict: 'fail',
      verdictReason: expect.stringMatching(/^1 of \d+ checks failed$/),
    });
    expect(submission).toMatchObject({ profile: reference, verdict: 'fail' });
    const listed = await mine.live('GET', `${submissions}?verdict=fail&profile=${own.id}`);
    expect(listed.body.items).toMatchObject([
      { submissionId: submission.submissionId, profile: reference, verdict: 'fail' },
    ]);
    expect((await mine.live('GET', `${submissions}?verdict=pass&profile=${own.id}`)).body.items).toEqual([]);
  });

  test('keeps the version with which it was created', async () => {
    const { id, version, builtIn: _, ...content } = await created(mine);
    const before = await judged(mine, [id]);
    const changed = { ...content, rules: { 'active_content.javascript': { severity: 'off' } }, version };
    expect((await mine.live('PUT', `${profiles}/${id}`, changed)).status).toBe(200);
    const after = await judged(mine, [id]);
    expect(after.asset.profile.version).toBe(2);
    expect(after.asset.verdict).not.toBe('fail');
    expect(after.issues.map(({ ruleCode }: any) => ruleCode)).not.toContain('active_content.javascript');
    const { submissionId, assetId } = before.asset;
    const again = await mine.live('GET', `${submissions}/${submissionId}/assets/${assetId}`);
    expect(again.body).toEqual(before.asset);
  });

  test('can name a built-in profile, and further sidekicks', async () => {
    const { id, code, name, version } = findShippedProfile('print-pdf')!;
    const { asset } = await judged(mine, [id]);
    expect(asset.profile).toEqual({ id, code, name, version });
    expect(asset.verdict).toBe('fail');
    const path = `${submissions}/${asset.submissionId}/assets/${asset.assetId}/checks`;
    const { checks } = (await mine.live('GET', path)).body;
    const check = (wanted: string) => checks.find(({ ruleCode }: any) => ruleCode === wanted);
    expect(check('requirement.conformance')).toMatchObject({
      required: 'PDF/X-1a or PDF/X-4',
      result: 'found',
      count: 1,
    });
    expect(check('requirement.document_format')).toMatchObject({ result: 'none', measured: 'pdf' });
    expect(check('accessibility.title').result).toBe('off');
    expect(check('requirement.pages')).toBeUndefined();
  });

  test('has the limits of its profile in the curves', async () => {
    const { id } = await created(mine, {
      name: 'Radio',
      assetTypes: ['audio'],
      sidekicks: [
        {
          code: 'loudness',
          parameters: { standard: 'Radio', targetLufs: -20, shortTermLufs: null, truePeakDbtp: -2 },
        },
      ],
    });
    const wave = await mediaOf('wav', ['-f', 'lavfi', '-i', 'sine=duration=1']);
    const answer = await submitLive(mine, [await uploadFile(mine.live, 'a.wav', 'audio/wav', wave)], [id]);
    const { submissionId, assets } = (await untilDone(mine.live, answer.body.submissionId)).body;
    const limits = async (name: string) =>
      (await mine.live('GET', `${submissions}/${submissionId}/assets/${assets[0].assetId}/series/${name}`))
        .body.limits;
    expect(await limits('loudness')).toEqual([
      { value: -20, label: 'Radio target', ruleCode: 'loudness.programme' },
    ]);
    expect(await limits('peaks')).toEqual([
      { value: -2, label: 'Radio maximum', ruleCode: 'loudness.true_peak' },
    ]);
  });

  test('is rejected if it names two profiles, or one for other types', async () => {
    const blobPath = await uploadPdf(mine);
    const podcast = findShippedProfile('podcast')!.id;
    const two = await submitLive(mine, [blobPath], [own.id, podcast]);
    expect(two.status).toBe(422);
    expect(two.body.fields).toContainEqual({
      field: 'sidekickIds.1',
      message: 'is a second profile; a submission has at most one',
    });
    const other = await submitLive(mine, [blobPath], [podcast]);
    expect([other.status, other.body.fields[0]]).toEqual([
      422,
      { field: 'sidekickIds.0', message: 'the profile is not for document assets' },
    ]);
  });

  test('has no profile and no verdict without one', async () => {
    const tenant = await newTenant(database);
    const { body } = await tenant.live('GET', '/api/integrations/sidekicks');
    const document = body.sidekicks.find(({ code }: any) => code === 'document').id;
    const { submission, asset } = await judged(tenant, [document]);
    expect([submission.profile, submission.verdict]).toEqual([null, null]);
    expect([asset.profile, asset.verdict, asset.verdictReason]).toEqual([null, null, null]);
  });
});
