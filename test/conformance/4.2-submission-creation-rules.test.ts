import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  newTenant,
  sandboxPath,
  submitSandbox,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { everySidekick, mediaOf, submitLive, uploadPdf } from '../support/live.ts';
import { submissions } from './endpoints.ts';
import { expectDomain } from './errors.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const markers = ['pass', 'advisory', 'fail', 'error', 'retryable_error', 'pending'];

const submit = (blobPaths: readonly string[], headers: Record<string, string> = {}) =>
  tenant.sandbox(
    'POST',
    submissions,
    { assets: blobPaths.map((blobPath) => ({ blobPath })), sidekickIds: ['any'] },
    headers,
  );

describe('4.2 Submission creation rules', () => {
  describe('1 sidekickIds needs at least one entry for live and sandbox keys alike', () => {
    test.for([[undefined], [[]], [null], ['any'], [[5]], [['']]])('%j is a 422', async ([sidekickIds]) => {
      for (const key of ['live', 'sandbox'] as const) {
        const assets = [{ blobPath: sandboxPath('pass') }];
        const { status, body } = await tenant[key]('POST', submissions, { assets, sidekickIds });
        expect(status).toBe(422);
        expect(body.fields[0].field).toMatch(/^sidekickIds(?:\.0)?$/);
      }
    });

    test('the sandbox does not run the named sidekicks and accepts any text', async () => {
      const assets = [{ blobPath: sandboxPath('pass') }];
      const sidekickIds = ['no such sidekick', randomUUID()];
      expect((await tenant.sandbox('POST', submissions, { assets, sidekickIds })).status).toBe(201);
    });

    test('live, an unknown id or one that examines none of the assets is a 422', async () => {
      const png = await mediaOf('png', ['-f', 'lavfi', '-i', 'color=s=16x16', '-frames:v', '1']);
      const image = await uploadFile(tenant.live, 'a.png', 'image/png', png);
      const { sidekicks } = (await tenant.live('GET', '/api/integrations/sidekicks')).body;
      const forDocuments = sidekicks.find(({ assetTypes }: any) => !assetTypes.includes('image')).id;
      expect(await submitLive(tenant, [image], [randomUUID()])).toMatchObject({
        status: 422,
        body: { fields: [{ field: 'sidekickIds.0' }, { field: 'assets.0.blobPath' }] },
      });
      expect(await submitLive(tenant, [image], [forDocuments])).toMatchObject({
        status: 422,
        body: { fields: [{ field: 'assets.0.blobPath' }] },
      });
    });
  });

  describe('2 submitting an asset whose blobPath was already submitted returns 409', () => {
    const duplicate = { status: 409, body: { detail: 'Asset already submitted' } };

    test('in the sandbox, also among other assets', async () => {
      const path = sandboxPath('pass');
      expect((await submit([path])).status).toBe(201);
      expect(await submit([path])).toMatchObject(duplicate);
      expect(await submit([path.toUpperCase().replace(/\/.*/, path.slice(36))])).toMatchObject(duplicate);
      const other = sandboxPath('pass');
      expect(await submit([other, path])).toMatchObject(duplicate);
      // The rejected request has written nothing, so the other asset can still be submitted.
      expect((await submit([other])).status).toBe(201);
    });

    test('live', async () => {
      const path = await uploadPdf(tenant);
      expect((await submitLive(tenant, [path])).status).toBe(201);
      expect(await submitLive(tenant, [path])).toMatchObject(duplicate);
    });

    test('the same asset id twice in one request', async () => {
      const id = randomUUID();
      expect(await submit([`${id}/a__sandbox_pass__`, `${id}/b__sandbox_pass__`])).toMatchObject(duplicate);
      const path = await uploadPdf(tenant);
      expect(await submitLive(tenant, [path, path])).toMatchObject(duplicate);
    });

    test('not in another environment or workspace', async () => {
      const path = await uploadPdf(tenant, { filename: '__sandbox_pass__.pdf' });
      expect((await submitLive(tenant, [path])).status).toBe(201);
      expect((await submit([path])).status).toBe(201);
      const other = await newTenant(database);
      const assets = [{ blobPath: path }];
      expect((await other.sandbox('POST', submissions, { assets, sidekickIds: ['any'] })).status).toBe(201);
    });
  });

  test('3 creation is not idempotent and no idempotency header is supported', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = sandboxPath('pass');
    const first = await submit([path], headers);
    expect((await submit([path], headers)).status).toBe(409);
    const second = await submit([sandboxPath('pass')], headers);
    expect(second.status).toBe(201);
    expect(second.body.submissionId).not.toBe(first.body.submissionId);
  });

  describe('4 sandbox key: every asset filename must contain a marker', () => {
    test.for(markers)('__sandbox_%s__ is accepted without an upload', async (marker) => {
      expect((await submit([`${randomUUID()}/__sandbox_${marker}__`])).status).toBe(201);
    });

    test.for([
      'plain.mp4',
      '__sandbox_unknown__.mp4',
      '__SANDBOX_PASS__.mp4',
      'sandbox_pass.mp4',
      '__sandbox_pass_.mp4',
    ])('%s is a 400 that names it and lists the markers', async (filename) => {
      const answer = await submit([sandboxPath('pass'), `${randomUUID()}/${filename}`]);
      expectDomain(answer, 400);
      const { body } = answer;
      expect(body.detail).toContain(filename);
      for (const marker of markers) expect(body.detail).toContain(`__sandbox_${marker}__`);
    });

    test('the marker may be anywhere after the first /', async () => {
      expect((await submit([`${randomUUID()}/__sandbox_pass__/a/b.mp4`])).status).toBe(201);
    });

    test('of several markers in one filename the worst counts', async () => {
      const { body } = await submit([`${randomUUID()}/__sandbox_pass____sandbox_error____sandbox_fail__`]);
      expect(body).toMatchObject({ status: 'failed', errorMessage: 'Sandbox simulated error' });
    });

    test.for([
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '01890a5d-ac96-774b-bcce-b302099a8057',
    ])('any UUID works as asset id: %s', async (id) => {
      const { status, body } = await submit([`${id}/__sandbox_pass__`]);
      expect(status).toBe(201);
      expect(body.assets[0].assetId).toBe(id);
    });
  });

  test('5 live key: markers are ignored and real processing runs', async () => {
    const path = await uploadPdf(tenant, { filename: 'a__sandbox_error__.pdf', script: 'app.beep()' });
    const { body } = await submitLive(tenant, [path]);
    const done = (await untilDone(tenant.live, body.submissionId)).body;
    expect(done).toMatchObject({ status: 'complete', environment: 'live', assets: [{ issueCount: 1 }] });
  });

  describe('6 simulationDelaySeconds', () => {
    let livePath: string;
    beforeAll(async () => {
      livePath = await uploadPdf(tenant);
    });

    test.for([
      ['', 'complete'],
      ['?simulationDelaySeconds=0', 'complete'],
      ['?simulationDelaySeconds=30', 'processing'],
      ['?simulation_delay_seconds=30', 'complete'],
    ])('is a camelCase integer from 0 to 30, by default 0: %s → %s', async ([query, status]) => {
      expect(await submitSandbox(tenant, ['pass'], query)).toMatchObject({ status: 201, body: { status } });
    });

    test.for(['31', '-1', '1.5', 'x', '', '1e1', '%201', '1&simulationDelaySeconds=2'])(
      '%s is a 422',
      async (value) => {
        const answer = await submitSandbox(tenant, ['pass'], `?simulationDelaySeconds=${value}`);
        expect(answer).toMatchObject({
          status: 422,
          body: { fields: [{ field: 'simulationDelaySeconds' }] },
        });
      },
    );

    test.for(['0', '5', '31', 'x', ''])('on a live key it is a 400: %s', async (value) => {
      const answer = await tenant.live('POST', `${submissions}?simulationDelaySeconds=${value}`, {
        assets: [{ blobPath: livePath }],
        sidekickIds: await everySidekick(tenant),
      });
      expectDomain(answer, 400);
    });
  });
});
