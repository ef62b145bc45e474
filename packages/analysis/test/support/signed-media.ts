import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm';
import { createCredential, type Credential } from './certificates.ts';
import { timeStampToken } from './time-stamps.ts';

// Signs media with C2PA. The C2PA library creates the manifest and the hashes. This file creates the COSE
// signature (RFC 9052).

const reservedBytes = 8_000;
const commonName = 'Assay test signer';

let shared: Promise<Credential> | null = null;

/** Creates the credential of a signer below an authority that no list contains. */
async function createSigner(notAfter?: string): Promise<Credential> {
  const issuer = await createCredential('Assay test CA', { authority: true });
  return createCredential(commonName, { issuer, notAfter });
}

export interface SigningOptions {
  /** The actions of the manifest. */
  actions?: { action: string; digitalSourceType?: string; parameters?: { ingredientIds: string[] } }[];
  /** Files that are ingredients, with their relationship. The name of a file is its id in `ingredientIds`. */
  ingredients?: { file: string; mimeType: string; relationship: 'parentOf' | 'componentOf' }[];
  /** Address of the manifest store, which is then not embedded. */
  remoteUrl?: string;
  /** True for a certificate that expired in February 2026. */
  isExpired?: boolean;
  /** The signer. Absent: `Assay test signer`, whose authority is on no list. */
  signer?: Credential;
  /** The authority that confirms the time of the signature, and the time in the form `20260301120000Z`. */
  timeStamp?: { authority: Credential; time: string };
}

/** Writes a copy of a media file with content credentials. */
export async function signMedia(
  file: string,
  mimeType: string,
  target: string,
  options: SigningOptions = {},
): Promise<void> {
  await writeFile(target, await signBytes(await readFile(file), mimeType, options));
}

/** Returns a copy of the bytes of a media file with content credentials. */
export async function signBytes(
  media: Uint8Array,
  mimeType: string,
  {
    actions = [created],
    ingredients = [],
    remoteUrl,
    isExpired = false,
    signer,
    timeStamp,
  }: SigningOptions = {},
): Promise<Uint8Array> {
  const credential = signer ?? (await (isExpired ? createSigner('2026-02-01') : (shared ??= createSigner())));
  initSync({
    module: await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))),
  });
  Object.assign(globalThis, { FileReaderSync });
  const definition = {
    title: 'test',
    claim_generator_info: [{ name: 'assay-test' }],
    assertions: [{ label: 'c2pa.actions.v2', data: { actions } }],
  };
  // The library would refuse to sign with a certificate that has expired.
  const settings = JSON.stringify({ verify: { verify_after_sign: signer === undefined && !isExpired } });
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), settings);
  for (const { file: part, mimeType: type, relationship } of ingredients) {
    const ingredient = JSON.stringify({
      title: path.basename(part),
      relationship,
      label: path.basename(part),
    });
    await builder.addIngredientFromBlob(ingredient, type, blobOf(await readFile(part)));
  }
  if (remoteUrl !== undefined) {
    builder.setRemoteUrl(remoteUrl);
    builder.setNoEmbed(true);
  }
  return builder.sign(
    {
      alg: 'es256',
      reserveSize: reservedBytes,
      sign: (claim) => Promise.resolve(new Uint8Array(coseSign1(claim, credential, timeStamp))),
    },
    [],
    mimeType,
    blobOf(media),
  );
}

const created = {
  action: 'c2pa.created',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
};

/**
 * Returns a COSE_Sign1 structure with a detached payload, padded to `reservedBytes` (RFC 9052, 4.2 and 4.4). A time
 * stamp is in the unprotected header `sigTst2` (C2PA 2, Time-stamps), and confirms the signature.
 */
function coseSign1(claim: Uint8Array, signer: Credential, stamp: SigningOptions['timeStamp']): Buffer {
  const { chain } = signer;
  const certificates =
    chain.length === 1 ? bytes(chain[0]!) : Buffer.concat([cbor(4, chain.length), ...chain.map(bytes)]);
  // Header 1 is the algorithm: -7 is ES256. Header 33 is the chain of certificates (RFC 9360).
  const header = bytes(Buffer.concat([cbor(5, 2), cbor(0, 1), cbor(1, 6), cbor(0, 33), certificates]));
  const structure = (context: string, payload: Uint8Array) =>
    Buffer.concat([cbor(4, 4), text(context), header, bytes(Buffer.alloc(0)), bytes(payload)]);
  const signature = bytes(signer.sign(structure('Signature1', claim)));
  const token =
    stamp === undefined
      ? null
      : timeStampToken(stamp.authority, structure('CounterSignature', signature), stamp.time);
  const timeStamp =
    token === null
      ? []
      : [text('sigTst2'), cbor(5, 1), text('tstTokens'), cbor(4, 1), cbor(5, 1), text('val'), bytes(token)];
  const start = Buffer.concat([
    ...[cbor(6, 18), cbor(4, 4), header],
    ...[cbor(5, token === null ? 1 : 2), ...timeStamp, text('pad')],
  ]);
  const end = Buffer.concat([Buffer.from([0xf6]), signature]);
  const padding = Buffer.alloc(reservedBytes - start.length - end.length - 3);
  return Buffer.concat([start, bytes(padding), end]);
}

/** Encodes a major type and its argument as CBOR (RFC 8949, 3). */
function cbor(majorType: number, argument: number): Buffer {
  const first = majorType << 5;
  if (argument < 24) return Buffer.from([first | argument]);
  if (argument < 256) return Buffer.from([first | 24, argument]);
  return Buffer.from([first | 25, argument >> 8, argument & 0xff]);
}

function bytes(content: Uint8Array): Buffer {
  return Buffer.concat([cbor(2, content.length), content]);
}

function text(content: string): Buffer {
  return Buffer.concat([cbor(3, content.length), Buffer.from(content)]);
}

/** Returns a blob that `FileReaderSync` can read synchronously. The C2PA library expects this browser API. */
function blobOf(content: Uint8Array): Blob {
  const blob = {
    content,
    size: content.length,
    slice: (start: number, end: number) => blobOf(content.subarray(start, end)),
  };
  return blob as unknown as Blob;
}

class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    return new Uint8Array((blob as unknown as { content: Uint8Array }).content).buffer;
  }
}
