/** @module-tag long */

import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { type Stack, startStack } from '../../tools/local/stack/stack.ts';
import { s3Credentials } from '../../tools/local/stack/local-s3.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { insertSubmission } from '@assay/storage/submissions/submissions.ts';
import { sandboxAsset } from '../store/fixtures.ts';
import { caller, until, untilDone } from '../support/api.ts';
import { pdfOf } from '../support/live.ts';
import { useReceiver } from '../support/receiver.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

// Runs a submission on a separate stack with tracing and with logs at level `trace`. Neither the traces nor
// the logs may contain the secrets that this test knows.

const directory = path.join(inject('scratchDir'), 'traced');
const receiver = useReceiver(directory);
const collectorToken = `collector-${randomBytes(8).toString('hex')}`;
const filename = 'unannounced-merger.pdf';
const secrets: string[] = [collectorToken, s3Credentials.AWS_SECRET_ACCESS_KEY];

let collector: TraceCollector;
let stack: Stack;
let database: Database;
let submissionId: string;

beforeAll(async () => {
  collector = await startTraceCollector();
  const base = loadLocalConfig();
  stack = await startStack({
    ...base,
    localDir: directory,
    port: 0,
    databaseUrl: null,
    temporalAddress: null,
    s3Endpoint: null,
    environment: {
      ...base.environment,
      LOG_LEVEL: 'trace',
      WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,1,1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorToken}`,
    },
  });
  const { info } = stack;
  secrets.push(info.liveKey, info.sandboxKey, new URL(info.databaseUrl).password, info.encryptionKeys);
  database = createPool({
    databaseUrl: info.databaseUrl,
    applicationName: 'test',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
}, 300_000);

afterAll(async () => {
  await database.end();
  await stack.stop();
  collector.close();
});

/**
 * Waits for a trace that has a span with this name and satisfies `isComplete`. Returns the spans of that
 * trace.
 */
async function traceOf(
  name: string,
  isComplete: (spans: CollectedSpan[]) => boolean,
): Promise<CollectedSpan[]> {
  const find = () =>
    Promise.resolve(
      collector.traces().find((spans) => spans.some((span) => span.name === name) && isComplete(spans)),
    );
  return (await until(find, (spans) => spans !== undefined, 40_000))!;
}

describe('a traced stack', () => {
  test('processes a submission up to its webhook', async () => {
    const { info } = stack;
    const live = caller(info.liveKey, info.apiUrl);
    receiver.answer('traced', { status: 500 }, { status: 204 });
    const subscription = await live('POST', '/api/integrations/webhooks/subscriptions', {
      endpointUrl: `${receiver.url('traced')}?token=${collectorToken}`,
      eventTypes: ['asset.processing.completed'],
    });
    expect(subscription.status).toBe(201);
    secrets.push(subscription.body.secret);
    const contentType = 'application/pdf';
    const issued = await live('POST', '/uploads/url', { filename, contentType });
    const { uploadUrl, headers, blobPath } = issued.body;
    secrets.push(new URL(uploadUrl as string).searchParams.get('X-Amz-Signature')!);
    await fetch(uploadUrl, { method: 'PUT', headers, body: pdfOf({ pages: 2, script: 'app.alert(1);' }) });
    const { sidekicks } = (await live('GET', '/api/integrations/sidekicks')).body;
    const created = await live('POST', '/api/integrations/submissions', {
      assets: [{ blobPath }],
      sidekickIds: sidekicks.map(({ id }: { id: string }) => id),
    });
    expect(created.status).toBe(201);
    submissionId = created.body.submissionId;
    await untilDone(live, submissionId);
    await receiver.received('traced', 2);
  });

  test('has one trace from the request through workflows to the delivery', async () => {
    const spans = await traceOf('POST /api/integrations/submissions', (all) =>
      all.some(({ name }) => name === 'RunWorkflow:deliverWebhook'),
    );
    expect(await traceOf('POST /uploads/url', (all) => all.length > 0)).not.toEqual([]);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const parentOf = ({ parentId }: CollectedSpan) => byId.get(parentId!)?.name ?? null;
    const named = (name: string) => spans.filter((span) => span.name === name);
    const only = (name: string) => {
      expect(named(name), name).toHaveLength(1);
      return named(name)[0]!;
    };
    const request = only('POST /api/integrations/submissions');
    expect(request).toMatchObject({
      parentId: null,
      service: 'assay-api',
      attributes: { 'http.response.status_code': '201', 'http.route': '/api/integrations/submissions' },
    });
    expect(parentOf(only('sql insert-submission'))).toBe(request.name);
    expect(parentOf(only('StartWorkflow:processSubmission'))).toBe(request.name);
    const workflow = only('RunWorkflow:processSubmission');
    expect(parentOf(workflow)).toBe('StartWorkflow:processSubmission');
    expect(workflow).toMatchObject({
      service: 'assay-worker-orchestration',
      failed: false,
      attributes: {
        'temporal.workflow.id': `submission:${submissionId}:v1`,
        'assay.outcome': 'completed',
      },
    });
    for (const name of ['RunActivity:secureAsset', 'RunActivity:recordAsset']) {
      expect(parentOf(only(name)), name).toBe(workflow.name);
    }
    expect(only('RunActivity:recordAsset').startMs).toBeLessThanOrEqual(workflow.endMs);
    expect(named('RunActivity:runSidekick').map(parentOf)).toContain(workflow.name);
    expect(parentOf(only('sql insert-events'))).toBe('RunActivity:recordAsset');
    expect(parentOf(only('RunActivity:attemptDelivery'))).toBe('RunWorkflow:deliverWebhook');
    expect(
      named('POST').map((span) => [parentOf(span), span.attributes['http.response.status_code']]),
    ).toEqual([
      ['RunActivity:firstAttempt', '500'],
      ['RunActivity:attemptDelivery', '204'],
    ]);
    const lost = spans.filter((span) => span !== request && !byId.has(span.parentId!));
    expect(lost).toEqual([]);
  });

  test('continues the trace of an outbox row whose workflow the dispatcher starts', async () => {
    const traceId = randomBytes(16).toString('hex');
    const id = '0190b6a0-0000-7000-8000-000000000001';
    const written = await insertSubmission(database, {
      submissionId: id,
      workspaceId: stack.info.workspaceId,
      environment: 'sandbox',
      sidekickIds: ['any'],
      simulationDelaySeconds: 0,
      priceBookVersion: null,
      assets: [sandboxAsset('pass')],
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    });
    expect(written).toBe('inserted');
    const spans = await traceOf(
      'StartWorkflow:processSubmission',
      (all) =>
        all[0]!.traceId === traceId && all.some(({ name }) => name === 'RunWorkflow:processSubmission'),
    );
    expect(spans.find(({ name }) => name === 'StartWorkflow:processSubmission')).toMatchObject({
      parentId: '00f067aa0ba902b7',
      service: 'assay-worker-orchestration',
    });
  });

  test('ignores the traceparent of a client', async () => {
    const traceId = randomBytes(16).toString('hex');
    const before = collector.traces().length;
    await fetch(`${stack.info.apiUrl}/api/integrations/sidekicks`, {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00`, 'X-API-Key': 'wrong' },
    });
    await until(
      () => Promise.resolve(collector.traces().length),
      (count) => count > before,
      10_000,
    );
    expect(
      collector
        .traces()
        .flat()
        .map((span) => span.traceId),
    ).not.toContain(traceId);
  });

  test('has no secret and no file name in its traces', () => {
    const text = JSON.stringify(collector.traces());
    expect(text).toContain(submissionId);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toContain(filename);
    expect(text).not.toMatch(/X-Amz|whsec_|localhost/);
  });

  test('has no secret in any log even when Postgres is killed, and logs valid JSON lines', async () => {
    const { info } = stack;
    const live = caller(info.liveKey, info.apiUrl);
    process.kill(info.pids['postgres']!, 'SIGKILL');
    await live('GET', `/api/integrations/submissions/${submissionId}`);
    await until(
      () => live('GET', `/api/integrations/submissions/${submissionId}`),
      ({ status }) => status === 200,
      60_000,
    );
    const logs = path.join(directory, 'logs');
    const files = await readdir(logs);
    expect(files).toEqual(
      expect.arrayContaining(['api.log', 'worker.log', 'mediaWorker.log', 'deliveryWorker.log']),
    );
    for (const file of files) {
      const text = await readFile(path.join(logs, file), 'utf8');
      for (const secret of secrets) expect(text.includes(secret), `${file} has ${secret}`).toBe(false);
      if (!/^(api|.*[wW]orker)\.log$/.test(file)) continue;
      const lines = text.trim().split('\n');
      expect(lines.length, file).toBeGreaterThan(3);
      for (const line of lines) expect(() => JSON.parse(line) as unknown, `${file}: ${line}`).not.toThrow();
    }
    const text = await readFile(path.join(logs, 'api.log'), 'utf8');
    expect(text).toContain('"statusCode":201');
    expect(text).toMatch(/"level":50,.*request failed/);
    expect(await readFile(path.join(logs, 'worker.log'), 'utf8')).toContain('"sdkComponent"');
  });
});
