import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createLocalJWKSet, flattenedVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Report } from '@assay/domain/contracts/report.ts';
import type { SignedReport } from '@assay/domain/contracts/signed-report.ts';
import type { ReportKeySet, ReportStatement } from '@assay/domain/report-signature.ts';
import { createReportKey } from '@assay/storage/accounts/report-key-file.ts';
import { readReportKeys, revokeReportKey, rotateReportKey } from '@assay/storage/accounts/report-keys.ts';
import { readTimeStampResponse, timeStampRequest } from '@assay/domain/lib/time-stamp.ts';
import { createStampReport } from '../../activities/record/stamp-report.ts';
import { createReportSigner, statementOf } from '../../activities/record/sign-report.ts';
import { verifyFile, verifyReport, verifySignature } from '../../packages/console/verify/verify.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { run } from '../support/run.ts';
import { startAuthority, type TestAuthority } from '../support/time-stamp-authority.ts';

// Signatures are judged by three programs: jose, OpenSSL (docs/verify-report.sh), and the code of the page /verify,
// which uses Web Cryptography.

const own = useDatabase();
const file = Buffer.from('the bytes of a video');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

const check = (ruleCode: string, outcome: string, severity: string) =>
  ({ sidekick: 'video-qc', ruleCode, outcome, severity }) as Report['checks'][number];

const report = {
  // A name that looks like the parts of a statement.
  asset: { name: 'a "digest":{"sha256":"0"} \\ é.mp4', sha256: sha256(file) },
  checks: [
    check('picture.black', 'found', 'major'),
    check('picture.freeze', 'found', 'minor'),
    check('picture.blocks', 'passed', 'major'),
    check('levels.range', 'failed', 'minor'),
    check('motion.cadence', 'off', 'off'),
  ],
  issues: [{ contributors: [{ ruleCode: 'picture.black' }, { ruleCode: 'picture.freeze' }], decision: null }],
  verdict: { verdict: 'fail', reason: '', failsAt: 'major' },
} as unknown as Report;
const reportBytes = JSON.stringify(report);

let folder: string;
let keyFile: string;
let jws: SignedReport;
let keys: ReportKeySet;
beforeAll(async () => {
  folder = await mkdtemp(path.join(inject('scratchDir'), 'signature-'));
  keyFile = path.join(folder, 'key.pem');
  await (await createReportKey(keyFile)).replace();
  ({ jws } = await createReportSigner(own.database, keyFile).sign(report, sha256(reportBytes), []));
  keys = await readReportKeys(own.database);
  await writeFile(path.join(folder, 'report.json'), reportBytes);
  await writeFile(path.join(folder, 'file'), file);
});

/** Returns why each program refuses a signature; null if it accepts it. */
async function judge(
  signature: SignedReport,
  known: ReportKeySet = keys,
  { reportFile = 'report.json', mediaFile = 'file', authority = null as string | null } = {},
) {
  const text = JSON.stringify(signature);
  await writeFile(path.join(folder, 'report.jws'), text);
  await writeFile(path.join(folder, 'keys.json'), JSON.stringify(known));
  const at = (name: string) => path.join(folder, name);
  const script = await run('sh', [
    'docs/verify-report.sh',
    ...[at('report.jws'), at('keys.json'), '--report', at(reportFile), '--file', at(mediaFile)],
    ...(authority === null ? [] : ['--authority', authority]),
  ]);
  const page = await verifySignature(text, known)
    .then(async ({ statement }) => {
      await verifyReport(new Blob([await readFile(at(reportFile))]), statement);
      await verifyFile(new Blob([await readFile(at(mediaFile))]), statement);
      return null;
    })
    .catch((error: unknown) => (error as Error).message);
  const jose = await flattenedVerify(signature, createLocalJWKSet(known)).then(
    () => null,
    (error: unknown) => (error as { code: string }).code,
  );
  return {
    openssl: script.code === 0 ? null : script.stdout.replace(/^[^]*REFUSED: /, '').trim(),
    page,
    jose,
  };
}

test('a signature states the hashes, the result and the checks, and all programs accept it', async () => {
  expect(await judge(jws)).toEqual({ openssl: null, page: null, jose: null });
  const { statement } = await verifySignature(JSON.stringify(jws), keys);
  expect(statement).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    subject: [{ name: report.asset.name, digest: { sha256: sha256(file) } }],
    predicate: {
      result: 'FAILED',
      configuration: [
        { name: 'report.json', digest: { sha256: sha256(reportBytes) }, mediaType: 'application/json' },
      ],
      passedTests: ['video-qc/picture.blocks'],
      warnedTests: ['video-qc/picture.freeze'],
      failedTests: ['video-qc/picture.black', 'video-qc/levels.range'],
    },
  } satisfies ReportStatement);
});

test('a file that was not read as a whole is not in the statement', () => {
  const { subject } = statementOf(
    { ...report, asset: { ...report.asset, sha256: null } },
    sha256(reportBytes),
  );
  expect(subject).toEqual([{ name: 'report.json', digest: { sha256: sha256(reportBytes) } }]);
});

const changed = (part: Exclude<keyof SignedReport, 'header'>, at: number) => {
  const text = jws[part];
  const index = at < 0 ? text.length + at : at;
  return { ...jws, [part]: text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1) };
};

describe('every program refuses', () => {
  test.for([
    ['payload', 0],
    ['payload', 300],
    ['payload', -1],
    ['protected', -20],
    ['signature', 0],
    ['signature', 40],
  ] as const)('a changed character of the %s at %i', async ([part, at]) => {
    const refused = await judge(changed(part, at));
    expect(refused).toMatchObject({
      openssl: 'the signature does not match: the payload, the header or the signature was changed',
      // Not every changed header is JSON.
      page: expect.stringMatching(/^The (?:signature does not match|header was changed): /),
    });
    expect(refused.jose).toMatch(/^ERR_JWS_/);
  });

  test('a header that names another key or algorithm', async () => {
    const withHeader = (header: object) => ({
      ...jws,
      protected: Buffer.from(JSON.stringify(header)).toString('base64url'),
    });
    const none = await judge(withHeader({ alg: 'none', kid: keys.keys[0]!.kid, typ: 'JOSE+JSON' }));
    expect(none.openssl).toBe('the header was changed: it does not name an Ed25519 key');
    expect(none.page).toBe('The header does not name an Ed25519 key.');
    expect(none.jose).not.toBeNull();
    const other = await judge(withHeader({ alg: 'EdDSA', kid: 'other', typ: 'JOSE+JSON' }));
    expect(other.openssl).toMatch(/^the key other is not in /);
    expect(other.page).toBe('The key other is not one of the keys of this service.');
    expect(other.jose).toBe('ERR_JWKS_NO_MATCHING_KEY');
  });

  // The last character of a signature has four bits that decoders ignore. jose accepts such a signature.
  test('another spelling of the signature', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = letters.indexOf(jws.signature.at(-1)!);
    const spelling = { ...jws, signature: jws.signature.slice(0, -1) + letters[last + 1]! };
    expect(await judge(spelling)).toMatchObject({
      openssl: 'the signature was changed',
      page: 'The signature was changed.',
    });
  });

  test('another report and another file', async () => {
    expect(await judge(jws, keys, { reportFile: 'file' })).toMatchObject({
      openssl: expect.stringMatching(/is not the report that was signed$/),
      page: 'This is not the report that was signed, or it was changed.',
    });
    expect(await judge(jws, keys, { mediaFile: 'report.json' })).toMatchObject({
      openssl: expect.stringMatching(/is not the file that was checked$/),
      page: 'This is not the file that was checked, or it was changed.',
    });
  });
});

test('signatures of a replaced key stay valid, those of a revoked key do not', async () => {
  const signer = createReportSigner(own.database, keyFile);
  const before = await signer.sign(report, sha256(reportBytes), []);
  const next = await createReportKey(keyFile);
  await rotateReportKey(own.database, next);
  await next.replace();
  const after = await signer.sign(report, sha256(reportBytes), []);
  expect(after.keyId).toBe(next.keyId);
  const rotated = await readReportKeys(own.database);
  expect(rotated.keys.find(({ kid }) => kid === before.keyId)!.until).not.toBeNull();
  expect(await judge(before.jws, rotated)).toEqual({ openssl: null, page: null, jose: null });
  expect(await judge(after.jws, rotated)).toEqual({ openssl: null, page: null, jose: null });

  expect(await revokeReportKey(own.database, next.keyId, 'the file was copied')).toBe(true);
  expect(await revokeReportKey(own.database, next.keyId, 'again')).toBe(false);
  expect(await judge(after.jws, await readReportKeys(own.database))).toMatchObject({
    openssl: `the key ${next.keyId} is revoked`,
    page: `The key ${next.keyId} was revoked: the file was copied.`,
    jose: 'ERR_JWKS_NO_MATCHING_KEY',
  });
  await expect(signer.sign(report, sha256(reportBytes), [next.keyId])).rejects.toThrow(/is revoked/);
});

describe('a time stamp', () => {
  let authority: TestAuthority;
  let other: TestAuthority;
  const input = { submissionId: randomUUID(), assetId: randomUUID(), sha256: sha256(reportBytes) };
  let stampReport: ReturnType<typeof createStampReport>;
  /** The signature as the API returns it. */
  const stampedSignature = async (): Promise<SignedReport> => {
    const { rows } = await own.database.query(
      'select signature, time_stamp from reports where asset_id = $1',
      [input.assetId],
    );
    const header = { etsiU: [{ sigTst: { tstTokens: [{ val: rows[0].time_stamp }] } }] };
    return { ...JSON.parse(rows[0].signature), header };
  };
  let keyId: string;

  beforeAll(async () => {
    authority = await startAuthority(folder, 'first');
    other = await startAuthority(folder, 'other');
    stampReport = createStampReport({ database: own.database, authority });
    const next = await createReportKey(keyFile);
    await rotateReportKey(own.database, next);
    await next.replace();
    const signed = await createReportSigner(own.database, keyFile).sign(report, input.sha256, []);
    keyId = signed.keyId;
    await own.database.query(
      `with w as (select $6::uuid as id), s as (
         insert into submissions (id, workspace_id, environment, status, sidekick_ids, completed_at)
         select $1::uuid, id, 'live', 'complete', '{any}', now() from w
       ), a as (
         insert into assets (submission_id, asset_id, position, workspace_id, environment, blob_path, filename, search_text,
           status, credits, completed_at)
         select $1::uuid, $2::uuid, 0, id, 'live', $2::text || '/a', 'a', 'a', 'complete', 0, now() from w
       )
       insert into reports (submission_id, asset_id, number, sha256, signature, key_id)
       values ($1::uuid, $2::uuid, 1, decode($3, 'hex'), $4, $5)`,
      [
        input.submissionId,
        input.assetId,
        input.sha256,
        JSON.stringify(signed.jws),
        signed.keyId,
        await newWorkspace(own.database),
      ],
    );
  });
  afterAll(() => Promise.all([authority.close(), other.close()]));

  test('is refused from an authority that fails, or that the operator does not trust', async () => {
    authority.fail(503);
    await expect(stampReport(input)).rejects.toThrow('responded with 503');
    authority.fail(null);
    const distrusting = createStampReport({
      database: own.database,
      authority: { url: authority.url, caFile: other.caFile },
    });
    await expect(distrusting(input)).rejects.toThrow('or of no trusted authority');
    expect((await readReportKeys(own.database)).authorities).toEqual([]);
  });

  test('keeps a signature valid when its key is revoked later', async () => {
    await stampReport(input);
    const stamped = await stampedSignature();
    await stampReport(input);
    expect(await stampedSignature()).toEqual(stamped);
    const known = await readReportKeys(own.database);
    expect(await judge(stamped, known)).toEqual({ openssl: null, page: null, jose: null });
    await setTimeout(1_100);
    expect(await revokeReportKey(own.database, keyId, 'the file was copied')).toBe(true);
    const revoked = await readReportKeys(own.database);
    const trusting = { authority: authority.caFile };
    // jose knows nothing of time stamps.
    const jose = 'ERR_JWKS_NO_MATCHING_KEY';
    expect(await judge(stamped, revoked, trusting)).toEqual({ openssl: null, page: null, jose });

    const { header: _, ...unstamped } = stamped;
    expect(await judge(unstamped, revoked, trusting)).toMatchObject({
      openssl: `the key ${keyId} is revoked`,
      page: `The key ${keyId} was revoked: the file was copied.`,
    });
    const distrusting = await judge(stamped, { ...revoked, authorities: [] }, { authority: other.caFile });
    expect(distrusting.openssl).toBe(`the key ${keyId} is revoked, and its time stamp does not verify`);
    expect(distrusting.page).toMatch(/is refused: no time-stamp authority is trusted\.$/);

    // Bytes of what is stamped, and of the authority's signature. Others, such as a copy of its root, are not signed.
    const token = Buffer.from(stamped.header!.etsiU[0]!.sigTst.tstTokens[0]!.val, 'base64');
    const withToken = (bytes: Uint8Array) => ({
      ...unstamped,
      header: { etsiU: [{ sigTst: { tstTokens: [{ val: Buffer.from(bytes).toString('base64') }] } }] },
    });
    const info = token.indexOf(Buffer.from('060b2a864886f70d0109100104', 'hex')) + 17;
    const places = [0, 20, 45, 60, 75, 90].map((at) => info + at);
    for (const at of [...places, token.length - 1, token.length - 40]) {
      const bytes = Buffer.from(token);
      bytes[at]! ^= 1;
      const page = verifySignature(JSON.stringify(withToken(bytes)), revoked);
      await expect(page, `byte ${at - info} of ${token.length}`).rejects.toThrow(
        /time stamp of the signature is refused/,
      );
    }
    const request = await timeStampRequest('another');
    const answer = await fetch(authority.url, { method: 'POST', body: request.der });
    const foreign = readTimeStampResponse(new Uint8Array(await answer.arrayBuffer()), request);
    const wrong = withToken(foreign);
    expect(await judge(wrong, revoked, trusting)).toMatchObject({
      openssl: `the key ${keyId} is revoked, and its time stamp does not verify`,
      page: expect.stringMatching(/is refused: it is not of this signature/),
    });

    // The key was lost before the time of the stamp.
    await own.database.query(
      "update report_keys set revoked_since = now() - interval '1 hour' where key_id = $1",
      [keyId],
    );
    expect(await judge(stamped, await readReportKeys(own.database), trusting)).toMatchObject({
      openssl: `the key ${keyId} is revoked, and the time stamp of the signature is not older`,
      page: expect.stringMatching(/and the time stamp of the signature is not older\.$/),
    });
  });
});
