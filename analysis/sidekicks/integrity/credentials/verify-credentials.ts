import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { z } from 'zod';
import type { RangedSource } from '../../../../lib/ranged-source.ts';

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
    };

const blockBytes = 4 * 2 ** 20;
const maxFailures = 100;
const maxTextCharacters = 500;
/**
 * The status code for an untrusted signer (C2PA 2, section 15, Validation). It is reported for every signer, because no
 * trust list is configured.
 */
const untrusted = 'signingCredential.untrusted';
const settings = {
  verify: { remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [] },
};

/** A text of the manifest store, which may have any length. */
const text = z.string().transform((value) => value.slice(0, maxTextCharacters));
const status = z.object({ code: text, explanation: text.default('') });
const report = z.object({
  active_manifest: z.string().optional(),
  manifests: z.record(
    z.string(),
    z.object({
      claim_generator: text.optional(),
      claim_generator_info: z.array(z.object({ name: text })).optional(),
      signature_info: z.object({ issuer: text, common_name: text }).partial().optional(),
    }),
  ),
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_status: z.array(status).default([]),
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
  try {
    const reader = await WasmReader.fromBytes(mimeType, bytes, JSON.stringify(settings));
    read = report.parse(JSON.parse(reader.json()));
  } catch (error) {
    return { state: 'unreadable', reason: String(error).slice(0, 300) };
  }
  const manifest = read.manifests[read.active_manifest ?? ''];
  const { issuer, common_name: name } = manifest?.signature_info ?? {};
  return {
    state: read.validation_state === 'Invalid' ? 'broken' : 'valid',
    signer: [name, issuer].filter((part) => part !== undefined).join(', ') || null,
    generator: manifest?.claim_generator_info?.[0]?.name ?? manifest?.claim_generator ?? null,
    failures: read.validation_status.filter(({ code }) => code !== untrusted).slice(0, maxFailures),
  };
}

async function readWhole(source: RangedSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.sizeBytes);
  for (let at = 0; at < bytes.length; at += blockBytes) {
    bytes.set(await source.read(at, Math.min(at + blockBytes, bytes.length)), at);
  }
  return bytes;
}
