import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { z } from 'zod';
import type { RangedSource } from '../../../../lib/ranged-source.ts';

/** What the manifest store of a file is worth. */
export type Credentials =
  | { state: 'unreadable'; reason: string }
  | {
      /** `valid`: its signature is, and all that it is bound to is unchanged; whether to trust the signer is not asked. */
      state: 'valid' | 'broken';
      /** Who signed it by the certificate's own word, and with what the claim was made; null where it does not say. */
      signer: string | null;
      generator: string | null;
      failures: { code: string; explanation: string }[];
    };

const pieceBytes = 4 * 2 ** 20;
/** C2PA 2, 15 Validation: said of each signer that is on no list of ours, as we have none. */
const untrusted = 'signingCredential.untrusted';
const settings = {
  verify: { remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [] },
};

const status = z.object({ code: z.string(), explanation: z.string().default('') });
const report = z.object({
  active_manifest: z.string().optional(),
  manifests: z.record(
    z.string(),
    z.object({
      claim_generator: z.string().optional(),
      claim_generator_info: z.array(z.object({ name: z.string() })).optional(),
      signature_info: z.object({ issuer: z.string(), common_name: z.string() }).partial().optional(),
    }),
  ),
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_status: z.array(status).default([]),
});

/** Reads and validates the C2PA manifest store that is embedded in a file; nothing is fetched. Runs in an isolate. */
export async function verifyCredentials(
  source: RangedSource,
  { mimeType }: { mimeType: string },
): Promise<Credentials> {
  // The library would; the settings forbid it, and so does this.
  globalThis.fetch = () => Promise.reject(new Error('an isolate fetches nothing'));
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
    failures: read.validation_status.filter(({ code }) => code !== untrusted),
  };
}

async function readWhole(source: RangedSource): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.sizeBytes);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    bytes.set(await source.read(at, Math.min(at + pieceBytes, bytes.length)), at);
  }
  return bytes;
}
