import { describe, expect, test } from 'vitest';
import { submitSandbox, untilDone, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { submissions } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());

const error = { errorMessage: 'Sandbox simulated error', isRetryable: false };
const retryable = { errorMessage: 'Sandbox simulated retryable error', isRetryable: true };
const none = { errorMessage: null, isRetryable: false };

/** The transitions in the table of section 3, from the worst outcome to the best. */
const outcomes = [
  ['error', 'failed', error, []],
  ['retryable_error', 'failed', retryable, []],
  ['fail', 'complete', none, ['critical', 'major', 'major']],
  ['advisory', 'complete', none, ['info', 'minor']],
  ['pass', 'complete', none, []],
  ['pending', 'processing', none, null],
] as const;

const read = async (path: string) => (await tenant.sandbox('GET', path)).body;
const pathOf = ({ submissionId, assetId }: any) => `${submissions}/${submissionId}/assets/${assetId}`;

/** Returns the severities of an asset's issues; null if the asset has not finished. */
async function severitiesOf(asset: any): Promise<string[] | null> {
  const { issues } = await read(`${pathOf(asset)}/issues`);
  return issues?.map(({ severity }: any) => severity).sort() ?? null;
}

describe('3 (new) → by the marker of a sandbox submission', () => {
  test.for(outcomes)('__sandbox_%s__ → %s %j, issues %j', async ([marker, status, failure, severities]) => {
    const created = await submitSandbox(tenant, [marker, marker]);
    expect(created).toMatchObject({ status: 201, body: { status, ...failure } });
    const body = await read(`${submissions}/${created.body.submissionId}`);
    expect(body).toEqual(created.body);
    for (const asset of body.assets) {
      expect(asset).toMatchObject({ status, ...failure });
      expect(await severitiesOf(asset)).toEqual(severities);
    }
  });

  test('__sandbox_pending__ never finalises', async () => {
    const { body } = await submitSandbox(tenant, ['pending', 'pass']);
    expect(body.assets).toMatchObject([{ status: 'processing' }, { status: 'complete' }]);
    await tenant.sandbox('POST', `${pathOf(body.assets[1])}/retry`);
    expect(await read(pathOf(body.assets[0]))).toMatchObject({ status: 'processing', completedAt: null });
  });
});

describe('3 Mixed sandbox submissions follow the worst outcome', () => {
  const pairs = outcomes.flatMap(([worse, status, failure], index) =>
    outcomes.slice(index + 1).map(([better]) => [worse, better, status, failure] as const),
  );

  test.for(pairs)('%s is worse than %s: %s %j', async ([worse, better, status, failure]) => {
    const { body } = await submitSandbox(tenant, [better, worse]);
    expect(body).toMatchObject({ status, ...failure });
  });

  test('each asset keeps its own issues and failure fields', async () => {
    const { body } = await submitSandbox(
      tenant,
      outcomes.map(([marker]) => marker),
    );
    expect(body).toMatchObject({ status: 'failed', ...error });
    for (const [index, [, status, failure, severities]] of outcomes.entries()) {
      expect(body.assets[index]).toMatchObject({ status, ...failure });
      expect(await severitiesOf(body.assets[index])).toEqual(severities);
    }
  });
});

describe('3 Retry of a sandbox asset', () => {
  const retry = (asset: any) => tenant.sandbox('POST', `${pathOf(asset)}/retry`);

  test('failed (retryable) → complete: the asset recovers and the submission is no longer retryable', async () => {
    const [asset] = (await submitSandbox(tenant, ['retryable_error'])).body.assets;
    const { status, body } = await retry(asset);
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'complete', ...none, errorType: null, retryCount: 1, version: 2 });
    expect(await read(pathOf(asset))).toEqual(body);
    expect(await severitiesOf(asset)).toEqual([]);
    expect(await read(`${submissions}/${asset.submissionId}`)).toMatchObject({
      status: 'complete',
      ...none,
      version: 2,
    });
  });

  test('complete after recovery → unchanged: the second retry is a 409', async () => {
    const [asset] = (await submitSandbox(tenant, ['retryable_error'])).body.assets;
    const recovered = (await retry(asset)).body;
    expect((await retry(asset)).status).toBe(409);
    expect(await read(pathOf(asset))).toEqual(recovered);
  });

  test.for(['error', 'fail', 'advisory', 'pass', 'pending'])('%s → unchanged: a 409', async (marker) => {
    const [asset] = (await submitSandbox(tenant, [marker])).body.assets;
    expect(await retry(asset)).toMatchObject({ status: 409, body: { detail: 'Asset is not retryable' } });
    expect(await read(pathOf(asset))).toEqual(asset);
  });

  test('one of two retryable assets: the submission stays failed and retryable until both have recovered', async () => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['retryable_error', 'retryable_error']))
      .body;
    await retry(assets[0]);
    expect(await read(`${submissions}/${submissionId}`)).toMatchObject({ status: 'failed', ...retryable });
    await retry(assets[1]);
    expect(await read(`${submissions}/${submissionId}`)).toMatchObject({ status: 'complete', ...none });
  });

  test('the submission stays failed if another asset has failed for good', async () => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['error', 'retryable_error'])).body;
    expect((await retry(assets[1])).body.status).toBe('complete');
    expect(await read(`${submissions}/${submissionId}`)).toMatchObject({ status: 'failed', ...error });
  });
});

describe('3 simulationDelaySeconds', () => {
  test.for(['fail', 'error'] as const)('%s reaches its terminal state after that delay', async (marker) => {
    const { status, body } = await submitSandbox(tenant, [marker], '?simulationDelaySeconds=1');
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'processing', assets: [{ status: 'processing' }] });
    const { createdAt, completedAt } = (await untilDone(tenant.sandbox, body.submissionId)).body;
    expect(Date.parse(completedAt) - Date.parse(createdAt)).toBeGreaterThanOrEqual(1_000);
  });
});

describe('3 Live submissions', () => {
  test('(new) → processing → complete', async () => {
    const { body } = await submitLive(tenant, [await uploadPdf(tenant)]);
    expect(body).toMatchObject({ status: 'processing', completedAt: null });
    expect(['pending', 'processing']).toContain(body.assets[0].status);
    const done = (await untilDone(tenant.live, body.submissionId)).body;
    expect(done).toMatchObject({ status: 'complete', assets: [{ status: 'complete', isRetryable: false }] });
    expect(await tenant.live('POST', `${pathOf(done.assets[0])}/retry`)).toMatchObject({ status: 409 });
  });
});
