import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { newTenant, until, untilDone, useStackDatabase, useTenant } from '../support/api.ts';
import { root } from '../support/compose.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { type Scrape, scrape } from '../support/metrics.ts';
import { newPlan } from '../support/plans.ts';
import { useReceiver } from '../support/receiver.ts';

// Tests that the processes of the running stack count their work in metrics.

const stack = inject('stack');
const read = () => scrape(Object.values(stack.metricsUrls));
const database = useStackDatabase();
const tenant = useTenant(database);
const receiver = useReceiver();

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Does every kind of work that the metrics count, at least once. */
async function doCountedWork(): Promise<void> {
  const { live } = tenant;
  receiver.answer('counted', { status: 500 }, { status: 204 });
  await live('POST', '/api/integrations/webhooks/subscriptions', {
    endpointUrl: receiver.url('counted'),
    eventTypes: ['asset.processing.completed'],
  });
  const { body } = await submitLive(tenant, [await uploadPdf(tenant)]);
  await untilDone(live, body.submissionId);
  await live('GET', `/api/integrations/submissions/${body.submissionId}/nowhere`);
  await receiver.received('counted', 2);
  const limited = await newTenant(
    database,
    await newPlan(database, { bucketLimits: { submission_read: 1 } }),
  );
  for (const status of [200, 429]) {
    expect((await limited.live('GET', '/api/integrations/sidekicks')).status).toBe(status);
  }
}

describe('the metrics', () => {
  let before: Scrape;
  let after: Scrape;

  test('are served on the operators’ ports only', async () => {
    before = await read();
    expect((await fetch(`${stack.apiUrl}/metrics`)).status).toBe(404);
  });

  test('count the work that is done', async () => {
    await doCountedWork();
    const more = (name: string, labels: Record<string, string> = {}) =>
      after.sum(name, labels) - before.sum(name, labels);
    const delivered = { result: 'succeeded' };
    // A delivery is counted after its attempt has been recorded, so the receiver gets the request earlier.
    after = await until(
      read,
      (now) => now.sum('assay_delivery_lag_seconds_count') > before.sum('assay_delivery_lag_seconds_count'),
      10_000,
    );
    const requests = 'http_server_request_duration_seconds_count';
    const route = '/api/integrations/submissions';
    expect(
      more(requests, {
        http_request_method: 'POST',
        http_route: route,
        http_response_status_code: '201',
      }),
    ).toBeGreaterThanOrEqual(1);
    expect(more(requests, { http_route: `${route}/{submission_id}` })).toBeGreaterThanOrEqual(1);
    expect(more(requests, { http_route: 'none', http_response_status_code: '404' })).toBeGreaterThanOrEqual(
      1,
    );
    expect(more('assay_api_errors_total', { code: 'rate_limited' })).toBeGreaterThanOrEqual(1);
    expect(more('assay_api_errors_total', { code: 'route_not_found' })).toBeGreaterThanOrEqual(1);
    for (const activity_type of ['secureAsset', 'runSidekick', 'recordAsset', 'attemptDelivery']) {
      expect(
        more('assay_activity_duration_seconds_count', { activity_type, outcome: 'completed' }),
        activity_type,
      ).toBeGreaterThanOrEqual(1);
    }
    expect(
      more('assay_sidekick_run_duration_seconds_count', { sidekick: 'document', outcome: 'completed' }),
    ).toBeGreaterThanOrEqual(1);
    const attempts = 'assay_delivery_attempt_duration_seconds_count';
    expect(more(attempts, delivered)).toBeGreaterThanOrEqual(1);
    expect(more(attempts, { result: 'status' })).toBeGreaterThanOrEqual(1);
    expect(more('assay_delivery_first_attempt_lag_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(after.sum('http_server_active_requests')).toBe(0);
    expect(after.sum('db_client_connection_max')).toBeGreaterThan(0);
    expect(after.sum('temporal_worker_task_slots_available')).toBeGreaterThan(0);
    expect(after.sum('assay_backlog_read_failures_total')).toBe(0);
  });

  test('have no labels of unbounded cardinality, such as workspaces or submissions', () => {
    expect(after.text).not.toMatch(uuid);
    expect(after.text).not.toContain('nowhere');
  });

  test('declare each metric once per process', async () => {
    for (const url of Object.values(stack.metricsUrls)) {
      const { text } = await scrape([url]);
      const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
      expect(declared.toSorted()).toEqual([...new Set(declared)].toSorted());
    }
  });

  describe.each(['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yml'])('%s', (file) => {
    test('uses existing metrics and labels only', async () => {
      const expressions = expressionsOf(parse(await readFile(path.join(root, file), 'utf8')));
      expect(expressions.length).toBeGreaterThan(10);
      for (const expression of expressions) {
        for (const name of metricsIn(expression)) expect(after.names, expression).toContain(name);
        for (const label of labelsIn(expression)) expect(after.text, expression).toContain(`${label}="`);
      }
    });
  });
});

/** Returns the values of all keys `expr` in a JSON value, at any depth. */
function expressionsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'expr' ? [part as string] : expressionsOf(part),
  );
}

const groups = /\b(?:by|without)\s*\(([^)]*)\)/g;
const matchers = /\{([^}]*)\}/g;
/** Labels that Prometheus adds, and `le`, the label for the bounds of a histogram's buckets. */
const added = ['le', 'job', 'instance'];

function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(groups, '')
    .replace(matchers, '')
    .replace(/\[[^\]]*\]/g, '');
  return bare.match(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g) ?? [];
}

function labelsIn(expression: string): string[] {
  const grouped = [...expression.matchAll(groups)].flatMap(([, names]) => names!.split(/\s*,\s*/));
  const matched = [...expression.matchAll(matchers)].flatMap(
    ([, pairs]) => pairs!.match(/\w+(?=\s*[=!])/g) ?? [],
  );
  return [...grouped, ...matched].filter((label) => !added.includes(label));
}
