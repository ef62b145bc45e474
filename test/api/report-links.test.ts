import { createHash, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createdReportLink, maxReportLinks, reportLinkList } from '@assay/domain/contracts/report-link.ts';
import { createRedact } from '@assay/runtime/telemetry/redact.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import { submitSandbox, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { newPerson, stackConsole } from '../support/console.ts';
import { mediaOf, submitLive } from '../support/live.ts';
import { readPdf } from '../support/read-pdf.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const neighbour = useTenant(database);
const startApp = useApps();
const submissions = '/api/integrations/submissions';
const { apiUrl } = inject('stack');
const name = 'a <b>"clip" שלום.mp4';

let submissionId: string;
let asset: string;
let links: string;

beforeAll(async () => {
  const { body } = await tenant.live('GET', '/api/integrations/sidekicks');
  const sidekickIds = body.sidekicks
    .filter(({ code }: any) => ['video-qc', 'photosensitivity'].includes(code))
    .map(({ id }: any) => id);
  const black = await mediaOf('mp4', ['-f', 'lavfi', '-i', 'color=black:size=320x180:rate=25:duration=3']);
  const created = await submitLive(
    tenant,
    [await uploadFile(tenant.live, name, 'video/mp4', black)],
    sidekickIds,
  );
  submissionId = created.body.submissionId;
  asset = `${submissions}/${submissionId}/assets/${created.body.assets[0].assetId}`;
  links = `${asset}/report-links`;
  await untilDone(tenant.live, submissionId, 60_000);
});

/** Creates a link. Returns its id and its path. */
async function share(body: object = {}): Promise<{ id: string; path: string }> {
  const { id, url } = (await tenant.live('POST', links, body)).body;
  return { id, path: new URL(url, apiUrl).pathname };
}

async function open(path: string, base = apiUrl) {
  const response = await fetch(`${base}${path}`, { redirect: 'error' });
  const headers = [...response.headers].filter(([header]) => !['date', 'content-length'].includes(header));
  return { status: response.status, headers: Object.fromEntries(headers), text: await response.text() };
}

describe('a link', () => {
  test('is shown once, and only its hash is stored', async () => {
    const { status, body } = await tenant.live('POST', links, {});
    expect(status).toBe(201);
    const { url, ...link } = createdReportLink.parse(body);
    const days = (Date.parse(link.expiresAt) - Date.parse(link.createdAt)) / 86_400_000;
    expect([days, link.includesPictures, link.by.kind]).toEqual([30, false, 'key']);
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { body: list } = await tenant.live('GET', links);
    expect(reportLinkList.parse(list).links).toContainEqual(link);
    expect(JSON.stringify(list)).not.toContain(token);
    const { rows } = await database.query('select * from report_links where id = $1', [link.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest());
  });

  test('of a person has the name of the person', async () => {
    const member = await newPerson(database, stackConsole(), tenant.workspaceId, 'member', 'Ada');
    const { body } = await member.call('POST', `/console/api/${tenant.workspaceId}/live${links}`, {});
    expect(body.by).toEqual({ kind: 'member', id: member.memberId, name: 'Ada' });
  });

  test('shows the report without scripts, and forbids caches, referrers and search engines', async () => {
    const { path } = await share();
    const { status, headers, text } = await open(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'self'; img-src data:;/,
      ),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
    expect(text).not.toMatch(/<script|<style|style=|javascript:|\son\w+=/i);
    expect(text).toContain('<bdi>a &#60;b&#62;&#34;clip&#34; שלום.mp4</bdi>');
    expect(text).toContain('screening, not a certification');
    expect(text).toMatch(/Black picture/);
    expect(text).not.toContain('<img');
    const css = await open(`/r/${/report-[0-9a-f]{16}\.css/.exec(text)![0]}`);
    expect([css.status, css.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(css.headers['cache-control']).toContain('immutable');
  });

  test('has the pictures of issues if its creator wanted them', async () => {
    const { path } = await share({ includesPictures: true });
    expect((await open(path)).text).toMatch(
      /<img src="data:image\/jpeg;base64,\/9j\/[^"]+" alt="Picture of the moment: /,
    );
  });

  test('has the JSON report and its signature, as the API returns them', async () => {
    const { path } = await share();
    for (const ending of ['json', 'jws']) {
      const { status, text, headers } = await open(`${path}/report.${ending}`);
      expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('attachment')]);
      const key = { 'X-API-Key': tenant.liveKey };
      expect(text).toBe(await (await fetch(`${apiUrl}${asset}/report.${ending}`, { headers: key })).text());
    }
  });

  test('has the report as PDF, with the JSON report and its signature in it', async () => {
    const { path } = await share({ includesPictures: true });
    for (const url of [`${apiUrl}${path}/report.pdf`, `${apiUrl}${asset}/report.pdf`]) {
      const response = await fetch(url, { headers: { 'X-API-Key': tenant.liveKey } });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const pdf = await readPdf(new Uint8Array(await response.arrayBuffer()));
      expect(pdf.text).toContain(`Black picture`);
      expect(pdf.alternatives).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^Curves of the file from .* Luminance: highest mean /),
          expect.stringMatching(/^Picture of the moment: /),
        ]),
      );
      expect(pdf.attachments).toEqual({
        'report.json': (await open(`${path}/report.json`)).text,
        'report.jws': (await open(`${path}/report.jws`)).text,
      });
    }
    const without = await fetch(`${apiUrl}${(await share()).path}/report.pdf`);
    const { alternatives } = await readPdf(new Uint8Array(await without.arrayBuffer()));
    expect(alternatives).toEqual([expect.stringMatching(/^Curves of the file /)]);
  });

  test.for([
    ['is missing', `series_key || '-missing'`],
    ['cannot be read', 'issues_key'],
  ])('has a PDF without curves if the series %s', async ([, key]) => {
    const { rows } = await database.query(`select series_key from assets where submission_id = $1`, [
      submissionId,
    ]);
    await database.query(`update assets set series_key = ${key} where submission_id = $1`, [submissionId]);
    const response = await fetch(`${apiUrl}${(await share()).path}/report.pdf`);
    await database.query('update assets set series_key = $2 where submission_id = $1', [
      submissionId,
      rows[0]!.series_key,
    ]);
    const { text, figures } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect([response.status, figures]).toEqual([200, 0]);
    expect(text).toContain('Black picture');
  });

  test('shows the newest report', async () => {
    const { path } = await share();
    const { rows } = await database.query(
      `update reports set signature = null, key_id = null where submission_id = $1 returning signature`,
      [submissionId],
    );
    expect(rows).toHaveLength(1);
    expect((await open(path)).text).toContain('This report is not signed');
    expectDomain(
      {
        status: (await fetch(`${apiUrl}${path}/report.jws`)).status,
        body: await (await fetch(`${apiUrl}${path}/report.jws`)).json(),
      } as any,
      404,
      'Report is not signed',
    );
  });
});

describe('a link that does not work', () => {
  test('is like an unknown one: malformed, revoked, expired, of a suspended workspace', async () => {
    const unknown = await open(`/r/${'x'.repeat(43)}`);
    expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(unknown.text).toContain('no report at this link');
    const [revoked, expired, suspended] = [await share(), await share(), await share()];
    expect((await open(revoked.path)).status).toBe(200);
    expect((await tenant.live('DELETE', `${links}/${revoked.id}`)).status).toBe(204);
    await database.query('update report_links set expires_at = now() where id = $1', [expired.id]);
    for (const path of ['/r/x', `/r/${'%00'.repeat(43)}`, revoked.path, expired.path]) {
      expect(await open(path)).toEqual(unknown);
      for (const ending of ['json', 'jws']) expect((await open(`${path}/report.${ending}`)).status).toBe(404);
    }
    await database.query('update workspaces set suspended_at = now() where id = $1', [tenant.workspaceId]);
    expect(await open(suspended.path)).toEqual(unknown);
    await database.query('update workspaces set suspended_at = null where id = $1', [tenant.workspaceId]);
    expect((await open(suspended.path)).status).toBe(200);
    const { body } = await tenant.live('GET', links);
    expect(body.links.map(({ id }: any) => id)).not.toContain(expired.id);
    expectDomain(await tenant.live('DELETE', `${links}/${revoked.id}`), 404, 'Report link not found');
  });

  test('is not created for a sandbox asset, nor with other days', async () => {
    const { body } = await submitSandbox(tenant, ['pass']);
    await untilDone(tenant.sandbox, body.submissionId, 30_000);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/report-links`;
    expectDomain(await tenant.sandbox('POST', path, {}), 404, 'Report not found');
    for (const expiresInDays of [0, 366, 1.5, '30'])
      expectInvalid(await tenant.live('POST', links, { expiresInDays }), 'expiresInDays');
  });

  test('is not created or revoked from another workspace', async () => {
    const { id, path } = await share();
    expectDomain(await neighbour.live('POST', links, {}), 404, 'Submission not found');
    expectDomain(await neighbour.live('GET', links), 404, 'Submission not found');
    expectDomain(await neighbour.live('DELETE', `${links}/${id}`), 404, 'Submission not found');
    const other = `${submissions}/${submissionId}/assets/${randomUUID()}/report-links/${id}`;
    expectDomain(await tenant.live('DELETE', other), 404, 'Asset not found');
    expect((await open(path)).status).toBe(200);
  });

  test('is not created beyond the limit of an asset', async () => {
    await database.query(
      `insert into report_links (id, submission_id, asset_id, token_hash, expires_at, includes_pictures, actor_kind, actor_id)
       select gen_random_uuid(), $1, $2, sha256(n::text::bytea), now() + interval '1 hour', false, 'key', gen_random_uuid()
       from generate_series(1, $3) n`,
      [submissionId, asset.split('/').at(-1), maxReportLinks],
    );
    expectDomain(
      await tenant.live('POST', links, {}),
      409,
      `An asset can have ${maxReportLinks} links to its report`,
    );
    await database.query(`update report_links set expires_at = now() where submission_id = $1`, [
      submissionId,
    ]);
    expect((await tenant.live('POST', links, {})).status).toBe(201);
  });
});

test('the log has no token, also for paths that do not exist', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = pino({ level: 'trace', hooks: { streamWrite: createRedact([]) } }, stream);
  const base = await startApp(database, { log });
  const { path } = await share();
  const token = path.split('/').at(-1)!;
  for (const each of [path, `${path}/report.json`, `${path}/other`, `/x${path}`]) await open(each, base);
  expect(lines.join('')).toContain('/r/:token');
  expect(lines.join('')).not.toContain(token);
});

test('requests of one network are limited', async () => {
  const base = await startApp(database);
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await open('/r/x', base)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});

test('a link of erased data is like an unknown one', async () => {
  const { path } = await share();
  await database.query('update assets set erased_at = now() where submission_id = $1', [submissionId]);
  expect(await open(path)).toEqual(await open('/r/x'));
});
