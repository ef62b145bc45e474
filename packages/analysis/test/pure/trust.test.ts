import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTrustLists, noTrustLists, type TrustLists } from '../../contract/trust-lists.ts';
import { credentialFindings } from '../../sidekicks/integrity/credentials/credential-findings.ts';
import { readReport, settingsWith } from '../../sidekicks/integrity/credentials/verify-credentials.ts';
import { claimSigning, createCredential, type Credential, timeStamping } from '../support/certificates.ts';
import { signBytes, type SigningOptions } from '../support/signed-media.ts';

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="5" height="5"/></svg>');
const mimeType = 'image/svg+xml';

beforeAll(() => {
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
});

const pemOf = (...credentials: Credential[]) =>
  credentials.map(({ certificate }) => certificate.toString('pem')).join('\n');

/** Signs a drawing, and returns its validation and the finding about it. */
const judge = async (options: SigningOptions, lists: Partial<TrustLists> = {}) =>
  judgeBytes(await signBytes(svg, mimeType, options), lists);

async function judgeBytes(bytes: Uint8Array, lists: Partial<TrustLists>) {
  const trustLists = { ...noTrustLists, ...lists };
  const reader = await WasmReader.fromBytes(mimeType, bytes, JSON.stringify(settingsWith(trustLists)));
  const credentials = readReport(reader.json(), () => reader.crJson(), bytes.length, trustLists);
  const [finding] = credentialFindings(credentials);
  return { ...credentials, finding: finding! };
}

/** A root of signers with an intermediate authority, and another root of time-stamp authorities. */
async function createAuthorities() {
  const root = await createCredential('Signer root', { authority: true });
  const issuer = await createCredential('Issuer', { issuer: root, authority: 0 });
  const stampRoot = await createCredential('Time-stamp root', { authority: true });
  const clock = await createCredential('Clock', { issuer: stampRoot, usages: [timeStamping] });
  return { root, issuer, stampRoot, clock };
}

describe('the signer of content credentials', () => {
  let authorities: Awaited<ReturnType<typeof createAuthorities>>;
  beforeAll(async () => {
    authorities = await createAuthorities();
  });
  const newSigner = (usages = [claimSigning]) =>
    createCredential('Signer', { issuer: authorities.issuer, usages });

  test('is trusted if its chain ends at the C2PA list or at an anchor of the operator', async () => {
    const { root, stampRoot } = authorities;
    const signer = await newSigner();
    const official = await judge({ signer }, { signers: pemOf(stampRoot, root) });
    expect(official).toMatchObject({ state: 'valid', trust: { signer: 'official', timeStamp: 'none' } });
    expect(official.finding).toMatchObject({ ruleCode: 'credentials.trusted', severity: 'info' });
    expect(official.finding.details).toContain('signingCredential.trusted');
    expect(official.finding.details).toContain('It was not judged whether the certificate was revoked');
    const own = await judge({ signer }, { signers: pemOf(stampRoot), anchors: pemOf(root) });
    expect(own).toMatchObject({ trust: { signer: 'own' }, finding: { ruleCode: 'credentials.trusted' } });
    expect(own.finding.summary).toContain('list of the operator');
  });

  test('is unknown if no anchor issued it, and not judged without a list', async () => {
    const { stampRoot } = authorities;
    const signer = await newSigner();
    const unknown = await judge({ signer }, { signers: pemOf(stampRoot) });
    expect(unknown).toMatchObject({ state: 'valid', trust: { signer: 'untrusted' } });
    expect(unknown.finding).toMatchObject({ ruleCode: 'credentials.untrusted', severity: 'minor' });
    expect(unknown.finding.details).toContain('signingCredential.untrusted');
    const unjudged = await judge({ signer }, { timeStamps: pemOf(stampRoot) });
    expect(unjudged).toMatchObject({
      trust: { signer: 'unjudged' },
      finding: { ruleCode: 'credentials.present' },
    });
    expect(unjudged.finding.summary).toContain('signer not judged');
  });

  test('is not trusted through another signer, a longer path, or the list of time-stamp authorities', async () => {
    const { root, issuer } = authorities;
    const signers = pemOf(root);
    const signer = await newSigner();
    const forged = await createCredential('Forged', { issuer: signer, usages: [claimSigning] });
    expect((await judge({ signer: forged }, { signers })).trust.signer).toBe('untrusted');
    const below = await createCredential('Below', { issuer, authority: true });
    const beyond = await createCredential('Beyond', { issuer: below, usages: [claimSigning] });
    expect((await judge({ signer: beyond }, { signers })).trust.signer).toBe('untrusted');
    const lists = { signers: pemOf(authorities.stampRoot), timeStamps: signers };
    expect((await judge({ signer }, lists)).trust.signer).toBe('untrusted');
  });

  // https://github.com/c2pa-org/conformance-public/tree/main/trust-list. The lists are not part of the repository.
  const published = path.join(import.meta.dirname, '../../../../../shared/standards/c2pa');
  test.skipIf(!existsSync(published))('is judged against the lists that C2PA publishes', async () => {
    const file = (name: string) => path.join(published, `${name}.pem`);
    const files = {
      signers: file('C2PA-TRUST-LIST'),
      timeStamps: file('C2PA-TSA-TRUST-LIST'),
      anchors: null,
    };
    const lists = await createTrustLists(files).read();
    const unknown = await judge({ signer: await newSigner() }, lists);
    expect(unknown).toMatchObject({ state: 'valid', trust: { signer: 'untrusted' } });
  });

  test('is revoked if an OCSP response in the file says so', async () => {
    // `openssl ocsp` made the response, which is valid until October 2045.
    const fixture = (name: string) =>
      readFileSync(path.join(import.meta.dirname, '../fixtures/revoked', name));
    const revoked = await judgeBytes(fixture('revoked.svg'), { signers: fixture('root.pem').toString() });
    expect(revoked).toMatchObject({ state: 'broken', trust: { revocation: 'revoked' } });
    expect(revoked.finding).toMatchObject({ ruleCode: 'credentials.revoked', severity: 'major' });
    expect(revoked.finding.details).toContain('signingCredential.ocsp.revoked');
  });

  test('is not accepted without the extended key usage of a signer', async () => {
    const signer = await newSigner(['1.3.6.1.5.5.7.3.1']);
    const { state, finding } = await judge({ signer }, { signers: pemOf(authorities.root) });
    expect(state).toBe('broken');
    expect(finding.ruleCode).toBe('credentials.broken');
    expect(finding.details).toContain('signingCredential.invalid');
  });
});

describe('the time stamp of content credentials', () => {
  const time = '20260115120000Z';
  let authorities: Awaited<ReturnType<typeof createAuthorities>>;
  let signer: Credential;
  beforeAll(async () => {
    authorities = await createAuthorities();
    const { issuer } = authorities;
    signer = await createCredential('Signer', { issuer, usages: [claimSigning], notAfter: '2026-02-01' });
  });

  test('of a trusted authority keeps a signature valid after its certificate has expired', async () => {
    const { root, stampRoot, clock } = authorities;
    const timeStamp = { authority: clock, time };
    const lists = { signers: pemOf(root), timeStamps: pemOf(stampRoot) };
    const stamped = await judge({ signer, timeStamp }, lists);
    expect(stamped).toMatchObject({
      state: 'valid',
      trust: { signer: 'official', timeStamp: 'trusted', time: '2026-01-15T12:00:00+00:00' },
      finding: { ruleCode: 'credentials.trusted' },
    });
    expect(stamped.finding.details).toContain('timeStamp.trusted');
    const late = await judge({ signer, timeStamp: { authority: clock, time: '20260301120000Z' } }, lists);
    expect(late.finding).toMatchObject({ ruleCode: 'credentials.expired', severity: 'minor' });
  });

  test('of another authority does not count', async () => {
    const { root, clock } = authorities;
    const timeStamp = { authority: clock, time };
    const untrusted = await judge({ signer, timeStamp }, { signers: pemOf(root), timeStamps: pemOf(root) });
    expect(untrusted).toMatchObject({
      trust: { timeStamp: 'untrusted' },
      finding: { ruleCode: 'credentials.expired', severity: 'minor' },
    });
    expect(untrusted.finding.details).toContain('signingCredential.expired');
    expect(untrusted.finding.details).toContain('timeStamp.untrusted');
    const unjudged = await judge({ signer, timeStamp }, { signers: pemOf(root) });
    expect(unjudged).toMatchObject({
      trust: { timeStamp: 'unjudged' },
      finding: { ruleCode: 'credentials.expired' },
    });
  });

  test('does not count without the usage of a time-stamp authority', async () => {
    const { root, stampRoot } = authorities;
    const authority = await createCredential('Clock', { issuer: stampRoot, usages: [claimSigning] });
    const lists = { signers: pemOf(root), timeStamps: pemOf(stampRoot) };
    const { trust, finding } = await judge({ signer, timeStamp: { authority, time } }, lists);
    expect(trust.timeStamp).toBe('untrusted');
    expect(finding.ruleCode).toBe('credentials.expired');
  });
});
