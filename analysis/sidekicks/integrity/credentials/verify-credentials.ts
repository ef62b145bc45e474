import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { z } from 'zod';
import { plainText } from '../../../../lib/characters.ts';
import type { RangedSource } from '../../../../lib/ranged-source.ts';
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
      /**
       * `valid`: the signature is valid and the signed content is unchanged. Trust in the signer is not evaluated.
       * `broken`: the validation failed.
       */
      state: 'valid' | 'broken';
      /** The subject of the signing certificate; null if the certificate has none. */
      signer: string | null;
      /** The tool that created the claim; null if the claim does not name it. */
      generator: string | null;
      failures: { code: string; explanation: string }[];
      /**
       * Number of bytes that the hash of the file leaves out, and the number of all bytes, if the hash matches but the
       * validator refuses what it leaves out. Null otherwise.
       */
      wideExclusions: { bytes: number; ofBytes: number } | null;
      origins: DeclaredOrigin[];
      brokenIngredients: BrokenIngredient[];
    };

const blockBytes = 4 * 2 ** 20;
const maxFailures = 100;
/** With these settings, the library makes no request. By default it fetches remote manifests. */
export const settings = {
  verify: { remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [] },
};

const report = z.object({
  active_manifest: z.string().optional(),
  manifests: z.record(
    z.string(),
    originManifest.extend({
      claim_generator: text.optional(),
      claim_generator_info: z.array(z.object({ name: text })).optional(),
      signature_info: z.object({ issuer: text, common_name: text }).partial().optional(),
    }),
  ),
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_status: z.array(status).default([]),
  validation_results: z
    .object({ activeManifest: z.object({ success: z.array(status).default([]) }).optional() })
    .optional(),
});

/** Validates the C2PA manifest store embedded in a file, without network access. Runs in a parser process. */
export async function verifyCredentials(
  source: RangedSource,
  { mimeType }: { mimeType: string },
): Promise<Credentials> {
  // The settings already forbid network access. Replacing `fetch` is a second safeguard.
  globalThis.fetch = () => Promise.reject(new Error('network access is not allowed in a parser process'));
  const bytes = await readWhole(source);
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm')));
  initSync({ module: wasm });
  let read: z.infer<typeof report>;
  let reader: WasmReader;
  try {
    reader = await WasmReader.fromBytes(mimeType, bytes, JSON.stringify(settings));
    read = report.parse(JSON.parse(reader.json()));
  } catch (error) {
    return { state: 'unreadable', reason: plainText(String(error), maxTextCharacters) };
  }
  const label = read.active_manifest ?? '';
  const manifest = read.manifests[label];
  const failures = read.validation_status.filter(({ code }) => !untrusted.test(code));
  const succeeded = read.validation_results?.activeManifest?.success ?? [];
  // The validator compares the hash even if it refuses the exclusions. Then it reports both.
  const isHashMatched = succeeded.some(({ code }) => code === hashMatch);
  const { issuer, common_name: name } = manifest?.signature_info ?? {};
  return {
    state: read.validation_state === 'Invalid' ? 'broken' : 'valid',
    signer: [name, issuer].filter((part) => part !== undefined).join(', ') || null,
    generator: manifest?.claim_generator_info?.[0]?.name ?? manifest?.claim_generator ?? null,
    failures: failures.slice(0, maxFailures),
    wideExclusions:
      isHashMatched && failures.some(({ code }) => code === hashMismatch)
        ? { bytes: excludedBytes(reader.crJson(), label), ofBytes: bytes.length }
        : null,
    ...readOrigins(read.manifests, label),
  };
}

const hashMismatch = 'assertion.dataHash.mismatch';
const hashMatch = 'assertion.dataHash.match';

const exclusions = z.array(z.object({ start: z.int().min(0), length: z.int().min(0) })).max(1_000);
const hashes = z.object({
  manifests: z.array(
    z.object({
      label: z.string(),
      assertions: z.object({ 'c2pa.hash.data': z.object({ exclusions: exclusions.default([]) }).optional() }),
    }),
  ),
});

/** Returns the number of bytes that the hash of the file leaves out, from the report crJSON of the validator. */
function excludedBytes(crJson: string, label: string): number {
  const parsed = hashes.safeParse(JSON.parse(crJson));
  const manifest = parsed.data?.manifests.find((candidate) => candidate.label === label);
  const ranges = manifest?.assertions['c2pa.hash.data']?.exclusions ?? [];
  return ranges.reduce((sum, { length }) => sum + length, 0);
}

async function readWhole(source: RangedSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.sizeBytes);
  for (let at = 0; at < bytes.length; at += blockBytes) {
    bytes.set(await source.read(at, Math.min(at + blockBytes, bytes.length)), at);
  }
  return bytes;
}
