import { stat } from 'node:fs/promises';
import { FlattenedSign } from 'jose';
import { isFailing } from '@assay/analysis/check/formats/words.ts';
import type { Report, ReportCheck } from '@assay/domain/contracts/report.ts';
import type { SignedReport } from '@assay/domain/contracts/signed-report.ts';
import { type ReportStatement, statementTypes } from '@assay/domain/report-signature.ts';
import { isSettled } from '@assay/analysis/profiles/sign-off.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readReportKey, type ReportSigningKey } from '@assay/storage/accounts/report-key-file.ts';
import { registerReportKey } from '@assay/storage/accounts/report-keys.ts';

export interface ReportSigner {
  /**
   * Signs a report.
   * @param sha256 SHA-256 hash of the stored report in hexadecimal
   * @param revoked ids of the revoked keys
   * @throws if the key cannot be read or is revoked
   */
  sign: (
    report: Report,
    sha256: string,
    revoked: readonly string[],
  ) => Promise<{ keyId: string; jws: SignedReport }>;
}

/**
 * Creates a signer with the Ed25519 key in a PEM file (PKCS #8). The signer reads the file again after it has changed,
 * and registers the public key of each key that it reads.
 */
export function createReportSigner(database: Database, file: string): ReportSigner {
  let known: { state: string; key: ReportSigningKey } | null = null;

  async function currentKey() {
    const { mtimeMs, size, ino } = await stat(file);
    const state = `${mtimeMs} ${size} ${ino}`;
    if (known?.state === state) return known.key;
    const key = await readReportKey(file);
    await registerReportKey(database, key);
    known = { state, key };
    return key;
  }

  return {
    async sign(report, sha256, revoked) {
      const { privateKey, keyId } = await currentKey();
      if (revoked.includes(keyId))
        throw new Error(`the key ${keyId} in REPORT_SIGNING_KEY_FILE is revoked: replace the file`);
      const {
        payload,
        protected: header,
        signature,
      } = await new FlattenedSign(new TextEncoder().encode(JSON.stringify(statementOf(report, sha256))))
        .setProtectedHeader({
          alg: 'EdDSA',
          kid: keyId,
          typ: 'JOSE+JSON',
          cty: 'application/vnd.in-toto+json',
        })
        .sign(privateKey);
      return { keyId, jws: { payload, protected: header!, signature } };
    },
  };
}

const results = { pass: 'PASSED', pass_with_notes: 'WARNED', fail: 'FAILED', incomplete: 'FAILED' } as const;

/** Returns what is signed: the hashes of the file and of the report, the result and its checks. */
export function statementOf(report: Report, sha256: string): ReportStatement {
  const { asset, checks, verdict } = report;
  const failing = new Set(
    report.issues
      .filter((issue) => !isSettled(issue))
      .flatMap(({ contributors }) => contributors.map(({ ruleCode }) => ruleCode)),
  );
  const fails = ({ outcome, severity, ruleCode }: ReportCheck) =>
    outcome === 'failed' || (outcome === 'found' && isFailing(severity, report) && failing.has(ruleCode));
  const namesOf = (isNamed: (check: ReportCheck) => boolean) =>
    checks.filter(isNamed).map(({ sidekick, ruleCode }) => `${sidekick}/${ruleCode}`);
  const document = { name: 'report.json', digest: { sha256 } };
  return {
    ...statementTypes,
    subject: [asset.sha256 === null ? document : { name: asset.name, digest: { sha256: asset.sha256 } }],
    predicate: {
      result: results[verdict.verdict],
      configuration: [{ ...document, mediaType: 'application/json' }],
      passedTests: namesOf(({ outcome }) => outcome === 'passed'),
      warnedTests: namesOf((check) => check.outcome === 'found' && !fails(check)),
      failedTests: namesOf(fails),
    },
  };
}
