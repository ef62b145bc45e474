import { createHash } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createLocalJWKSet, flattenedVerify } from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Report } from '@assay/domain/contracts/report.ts';
import type { SignedReport } from '@assay/domain/contracts/signed-report.ts';
import type { ReportKeySet, ReportStatement } from '@assay/domain/report-signature.ts';
import { createReportKey } from '@assay/storage/accounts/report-key-file.ts';
import { readReportKeys, revokeReportKey, rotateReportKey } from '@assay/storage/accounts/report-keys.ts';
import { createReportSigner, statementOf } from '../../activities/record/sign-report.ts';
import { verifyFile, verifyReport, verifySignature } from '../../packages/console/verify/verify.ts';
import { useDatabase } from '../support/database.ts';
import { run } from '../support/run.ts';

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
  { reportFile = 'report.json', mediaFile = 'file' } = {},
) {
  const text = JSON.stringify(signature);
  await writeFile(path.join(folder, 'report.jws'), text);
  await writeFile(path.join(folder, 'keys.json'), JSON.stringify(known));
  const at = (name: string) => path.join(folder, name);
  const script = await run('sh', [
    'docs/verify-report.sh',
    ...[at('report.jws'), at('keys.json'), '--report', at(reportFile), '--file', at(mediaFile)],
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

const changed = (part: keyof SignedReport, at: number) => {
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
