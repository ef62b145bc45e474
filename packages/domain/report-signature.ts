/** A public key at `reportKeysPath`: a JSON Web Key (RFC 8037) with the time in which it was used. */
export interface ReportKey {
  kty: 'OKP';
  crv: 'Ed25519';
  /** The 32 bytes of the key in base64url. */
  x: string;
  /** Thumbprint of the key (RFC 7638). */
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
  /** When the key was registered, in UTC. */
  from: string;
  /** When another key replaced it. Null for the current key. */
  until: string | null;
  /**
   * Null unless the key was revoked. Its signatures are then refused, except those with a time stamp before `since`.
   */
  revoked: { at: string; since: string; reason: string } | null;
}

/**
 * The public keys of an installation: a JSON Web Key Set. Revoked keys are not in `keys`, so that programs that know
 * nothing of `revoked` refuse their signatures.
 */
export interface ReportKeySet {
  keys: ReportKey[];
  revoked: ReportKey[];
  /** Certificates of the authorities of time stamps, in PEM. */
  authorities: string[];
}

/** URL path of the `ReportKeySet`. */
export const reportKeysPath = '/.well-known/assay-report-keys.json';

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

/** The statement that a report's signature is about. */
export interface ReportStatement {
  _type: typeof statementType;
  predicateType: typeof predicateType;
  /** The file. The report, if the file was not read as a whole. */
  subject: { name: string; digest: { sha256: string } }[];
  predicate: {
    result: 'PASSED' | 'WARNED' | 'FAILED';
    /** The report, which has the profile, the rules and the thresholds. */
    configuration: { name: string; mediaType: string; digest: { sha256: string } }[];
    /** `<sidekick>/<rule>` of the checks that passed, found less severe issues, or found issues that fail the file. */
    passedTests: string[];
    warnedTests: string[];
    failedTests: string[];
  };
}

export const statementTypes = { _type: statementType, predicateType } as const;
