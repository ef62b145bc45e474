import { KeyObject, sign, webcrypto } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

// Signs media with C2PA. The C2PA library creates the manifest and the hashes. This file creates the COSE
// signature (RFC 9052).

const reservedBytes = 4_000;
const commonName = 'Assay test signer';

interface Signer {
  certificate: Buffer;
  sign: (bytes: Uint8Array) => Buffer;
}

let signer: Promise<Signer> | null = null;

export interface SigningOptions {
  /** The actions of the manifest. */
  actions?: { action: string; digitalSourceType?: string; parameters?: { ingredientIds: string[] } }[];
  /** Files that are ingredients, with their relationship. The name of a file is its id in `ingredientIds`. */
  ingredients?: { file: string; mimeType: string; relationship: 'parentOf' | 'componentOf' }[];
  /** Address of the manifest store, which is then not embedded. */
  remoteUrl?: string;
  /** True for a certificate that expired in February 2026. */
  isExpired?: boolean;
}

/**
 * Writes a copy of a media file with content credentials. The signer of the content credentials is `Assay
 * test signer`.
 */
export async function signMedia(
  file: string,
  mimeType: string,
  target: string,
  { actions = [created], ingredients = [], remoteUrl, isExpired = false }: SigningOptions = {},
): Promise<void> {
  const { certificate, sign: signBytes } = await (isExpired
    ? createSigner(new Date('2026-02-01'))
    : (signer ??= createSigner()));
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
  const settings = JSON.stringify({ verify: { verify_after_sign: !isExpired } });
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
  const signed = await builder.sign(
    {
      alg: 'es256',
      reserveSize: reservedBytes,
      sign: (claim) => Promise.resolve(new Uint8Array(coseSign1(claim, certificate, signBytes))),
    },
    [],
    mimeType,
    blobOf(await readFile(file)),
  );
  await writeFile(target, signed);
}

const created = {
  action: 'c2pa.created',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
};

const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * Creates a certificate that a test root issues. It follows the certificate profile of the C2PA
 * specification.
 */
async function createSigner(notAfter = new Date('2046-01-01')): Promise<Signer> {
  const validity = { notBefore: new Date('2026-01-01'), notAfter };
  const rootKeys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create(
    {
      ...validity,
      serialNumber: '02',
      subject: `CN=${commonName}, O=Assay`,
      issuer: 'CN=Assay test CA',
      signingKey: rootKeys.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.emailProtection]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
        await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      ],
    },
    webcrypto,
  );
  const key = KeyObject.from(keys.privateKey);
  return {
    certificate: Buffer.from(certificate.rawData),
    sign: (content) => sign('sha256', content, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

/**
 * Returns a COSE_Sign1 structure with a detached payload, padded to `reservedBytes` (RFC 9052, 4.2 and 4.4).
 */
function coseSign1(claim: Uint8Array, certificate: Buffer, signBytes: Signer['sign']): Buffer {
  // Header 1 is the algorithm: -7 is ES256. Header 33 is the certificate (RFC 9360).
  const header = bytes(Buffer.concat([cbor(5, 2), cbor(0, 1), cbor(1, 6), cbor(0, 33), bytes(certificate)]));
  const signed = Buffer.concat([
    cbor(4, 4),
    text('Signature1'),
    header,
    bytes(Buffer.alloc(0)),
    bytes(claim),
  ]);
  const start = Buffer.concat([cbor(6, 18), cbor(4, 4), header, cbor(5, 1), text('pad')]);
  const end = Buffer.concat([Buffer.from([0xf6]), bytes(signBytes(signed))]);
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
