import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { z } from 'zod';
import { plainText } from '@assay/domain/lib/characters.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { noTrustLists, type TrustLists } from '../../../contract/trust-lists.ts';
import {
  type BrokenIngredient,
  type DeclaredOrigin,
  maxTextCharacters,
  originManifest,
  readOrigins,
  status,
  text,
  untrusted,
} from './read-origins.ts';

/** The result of validating the C2PA manifest store of a file. */
export type Credentials =
  | { state: 'unreadable'; reason: string }
  | {
      /** `valid` if the signature is valid and the signed content unchanged. Trust in the signer is in `trust`. */
      state: 'valid' | 'broken';
      trust: Trust;
      /** Subject of the signing certificate; null if the certificate has none. */
      signer: string | null;
      /** The tool that created the claim; null if the claim does not name a tool. */
      generator: string | null;
      failures: { code: string; explanation: string }[];
      /**
       * Set if the hash of the file matches but excludes more than the manifest; otherwise null. `bytes` is the number
       * of excluded bytes, or null if the validator does not report it. `ofBytes` is the size of the file.
       */
      wideExclusions: { bytes: number | null; ofBytes: number } | null;
      origins: DeclaredOrigin[];
      brokenIngredients: BrokenIngredient[];
    };

/** The judgement of the signer and of the time stamp, in the terms of the status codes of C2PA 2.4, section 15. */
export interface Trust {
  /**
   * `official`: the certificate chains to the C2PA trust list. `own`: it chains to the operator's own anchors.
   * `untrusted`: it chains to none of them. `unjudged`: no list is configured.
   */
  signer: 'official' | 'own' | 'untrusted' | 'unjudged';
  /**
   * `trusted`: an authority of the lists confirms the time of the signature. `untrusted`: the authority is on no list.
   * `unjudged`: no list is configured, or the claim is of C2PA 1, whose time stamps the library accepts from any
   * authority. `invalid`: the time stamp does not match or is malformed. `none`: there is no time stamp.
   */
  timeStamp: 'trusted' | 'untrusted' | 'unjudged' | 'invalid' | 'none';
  /** Time of the signature that the time stamp gives; null if there is none. */
  time: string | null;
  /** Result of the OCSP response in the manifest. `unjudged`: the manifest has none that counts. */
  revocation: 'notRevoked' | 'revoked' | 'unjudged';
}

const blockBytes = 4 * 2 ** 20;
const maxFailures = 100;
/** Settings with which the C2PA library makes no network request. By default, it fetches remote manifests. */
export const settings = {
  verify: { remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [] },
};

/** URIs that the library reports as the list with the anchor of a certificate. */
const listUris = { official: 'urn:assay:c2pa-trust-list', own: 'urn:assay:own-anchors' };

/** Returns `settings` with the trust lists. Signers and time-stamp authorities have separate lists. */
export function settingsWith({ signers, timeStamps, anchors }: TrustLists) {
  const lists = [
    { pem: signers, kind: 'manifest', uri: listUris.official },
    { pem: anchors, kind: 'manifest', uri: listUris.own },
    { pem: timeStamps, kind: 'tsa', uri: listUris.official },
    { pem: anchors, kind: 'tsa', uri: listUris.own },
  ].filter(({ pem }) => pem !== null);
  return {
    ...settings,
    trust: {
      anchors: lists.map(({ pem, kind, uri }) => ({ trust_anchors: pem, trust_kind: kind, trust_uri: uri })),
    },
  };
}

/** A status of the active manifest. `url` is the address of the part that it is about. */
const locatedStatus = status.extend({ url: z.string().default('') });
const report = z.object({
  active_manifest: z.string().optional(),
  manifests: z.record(
    z.string(),
    originManifest.extend({
      claim_generator: text.optional(),
      claim_generator_info: z.array(z.object({ name: text })).optional(),
      signature_info: z.object({ issuer: text, common_name: text, time: text }).partial().optional(),
    }),
  ),
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_status: z.array(status).default([]),
  validation_results: z
    .object({
      activeManifest: z
        .object({
          success: z.array(locatedStatus).default([]),
          informational: z.array(locatedStatus).default([]),
          failure: z.array(locatedStatus).default([]),
        })
        .optional(),
    })
    .optional(),
});

/**
 * Validates the C2PA manifest store embedded in a file against trust lists, without network access. Runs in a parser
 * process.
 */
export async function verifyCredentials(
  source: RangedSource,
  { mimeType, trustLists }: { mimeType: string; trustLists: TrustLists },
): Promise<Credentials> {
  // The settings already forbid network access. Replacing `fetch` is a second safeguard.
  globalThis.fetch = () => Promise.reject(new Error('network access is not allowed in a parser process'));
  const bytes = await readWhole(source);
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  initSync({ module: wasm });
  try {
    const reader = await WasmReader.fromBytes(mimeType, bytes, JSON.stringify(settingsWith(trustLists)));
    return readReport(reader.json(), () => reader.crJson(), bytes.length, trustLists);
  } catch (error) {
    return { state: 'unreadable', reason: plainText(String(error), maxTextCharacters) };
  }
}

/**
 * Returns the credentials that a report of the validator describes. Throws if the report does not match the schema.
 * @param json the report of the validator
 * @param crJson returns the same report in the format crJSON, which also has the byte ranges that the hash excludes
 */
export function readReport(
  json: string,
  crJson: () => string,
  sizeBytes: number,
  trustLists: TrustLists = noTrustLists,
): Exclude<Credentials, { state: 'unreadable' }> {
  const read = report.parse(JSON.parse(json));
  const label = read.active_manifest ?? '';
  const manifest = read.manifests[label];
  const failures = read.validation_status.filter(({ code }) => !untrusted.test(code));
  const { success = [], informational = [], failure = [] } = read.validation_results?.activeManifest ?? {};
  // If the validator rejects the excluded ranges, it still compares the hash. It reports a match and a mismatch.
  const isRefused =
    success.some(({ code }) => code === hashMatch) && failures.some(({ code }) => code === hashMismatch);
  // If the specification allows the additional exclusions, the validator reports a match and the exclusions.
  const isAccepted =
    success.some(({ code }) => anyHashMatch.test(code)) &&
    informational.some(({ code }) => additionalExclusions.test(code));
  const { issuer, common_name: name, time = null } = manifest?.signature_info ?? {};
  return {
    state: read.validation_state === 'Invalid' ? 'broken' : 'valid',
    trust: trustOf(
      // Other statuses with the same codes are about identity assertions (CAWG).
      [...success, ...informational, ...failure].filter(({ url }) =>
        url.endsWith(`/${label}/c2pa.signature`),
      ),
      trustLists,
      time,
    ),
    signer: [name, issuer].filter((part) => part !== undefined).join(', ') || null,
    generator: manifest?.claim_generator_info?.[0]?.name ?? manifest?.claim_generator ?? null,
    failures: failures.slice(0, maxFailures),
    wideExclusions:
      isRefused || isAccepted ? { bytes: excludedBytes(crJson, label, sizeBytes), ofBytes: sizeBytes } : null,
    ...readOrigins(read.manifests, label),
  };
}

/** Returns the judgement that the statuses of the signature express. The library names lists in explanations only. */
function trustOf(
  statuses: readonly z.infer<typeof locatedStatus>[],
  { signers, timeStamps, anchors }: TrustLists,
  time: string | null,
): Trust {
  const has = (code: string) => statuses.some((each) => each.code === code);
  const explain = (trusted: string) => statuses.find(({ code }) => code === trusted)?.explanation ?? null;

  function signer(): Trust['signer'] {
    const trusted = explain('signingCredential.trusted');
    if (trusted !== null) return trusted.includes(`[${listUris.own}]`) ? 'own' : 'official';
    return signers === null && anchors === null ? 'unjudged' : 'untrusted';
  }

  function timeStamp(): Trust['timeStamp'] {
    if (!statuses.some(({ code }) => code.startsWith('timeStamp.'))) return 'none';
    if (!has('timeStamp.validated')) return 'invalid';
    const trusted = explain('timeStamp.trusted');
    if (trusted !== null) return trusted.startsWith('legacy ') ? 'unjudged' : 'trusted';
    return timeStamps === null && anchors === null ? 'unjudged' : 'untrusted';
  }

  function revocation(): Trust['revocation'] {
    if (has('signingCredential.ocsp.revoked')) return 'revoked';
    return has('signingCredential.ocsp.notRevoked') ? 'notRevoked' : 'unjudged';
  }

  return {
    signer: signer(),
    timeStamp: timeStamp(),
    time: has('timeStamp.validated') ? time : null,
    revocation: revocation(),
  };
}

const hashMismatch = 'assertion.dataHash.mismatch';
const hashMatch = 'assertion.dataHash.match';
const anyHashMatch = /^assertion\.(?:data|bmff|boxes)Hash\.match$/;
const additionalExclusions = /^assertion\.(?:data|bmff|boxes)Hash\.additionalExclusionsPresent$/;

const exclusions = z.array(z.object({ start: z.int().min(0), length: z.int().min(0) })).max(1_000);
const hashes = z.object({
  manifests: z.array(
    z.object({
      label: z.string(),
      assertions: z.object({ 'c2pa.hash.data': z.object({ exclusions: exclusions.default([]) }).optional() }),
    }),
  ),
});

/** Returns the number of bytes that the hash of the file excludes; null if the crJSON report does not show any. */
function excludedBytes(crJson: () => string, label: string, sizeBytes: number): number | null {
  let parsed: z.infer<typeof hashes>;
  try {
    parsed = hashes.parse(JSON.parse(crJson()));
  } catch {
    return null;
  }
  const manifest = parsed.manifests.find((candidate) => candidate.label === label);
  const ranges = manifest?.assertions['c2pa.hash.data']?.exclusions ?? [];
  let bytes = 0;
  let reached = 0;
  for (const { start, length } of ranges.toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(start, reached);
    const until = Math.min(start + length, sizeBytes);
    if (until <= from) continue;
    bytes += until - from;
    reached = until;
  }
  return bytes === 0 ? null : bytes;
}

async function readWhole(source: RangedSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.sizeBytes);
  for (let at = 0; at < bytes.length; at += blockBytes) {
    bytes.set(await source.read(at, Math.min(at + blockBytes, bytes.length)), at);
  }
  return bytes;
}
