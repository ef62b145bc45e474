import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ContentChanged, type RangedSource } from '../../lib/ranged-source.ts';
import { type Around, createClient } from './client.ts';
import { pictureKey, type ResultKind, resultKey } from './keys.ts';
import { StorageFault } from './storage-fault.ts';

export interface BlobStoreOptions {
  /** Null: AWS itself. Credentials and, where it is not given, the region come from the SDK's own chain. */
  endpoint: string | null;
  /** What upload and download URLs are made for, where consumers reach the storage under another name. */
  publicEndpoint: string | null;
  region: string;
  bucket: string;
  /** Does each request that is sent. */
  around?: Around | undefined;
}

export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

export type BlobStore = ReturnType<typeof createBlobStore>;

/** A copy on the server's side takes its time: 5 GB at a slow 20 MB/s. */
const copyTimeoutMs = 5 * 60_000;

/** All that the service does with S3. Throws `StorageFault` when the storage fails or cannot be reached. */
export function createBlobStore(options: BlobStoreOptions) {
  const { bucket } = options;
  const client = createClient(options.endpoint, options.region, options.around);
  const publicClient =
    options.publicEndpoint === null ? client : createClient(options.publicEndpoint, options.region);

  /** The bytes of an object; with an ETag, only as long as it has that one. */
  async function get(key: string, etag: string | null, range?: string): Promise<Readable> {
    const { Body, ETag } = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range, IfMatch: quote(etag) }))
      .catch(fault(etag === null ? [] : [404, 412], () => new ContentChanged(key)));
    // Not every S3 server honours If-Match, so the answer is held against it too.
    if (etag !== null && unquote(ETag) !== etag) throw new ContentChanged(key);
    return Body as Readable;
  }

  async function put(key: string, body: string | Uint8Array, contentType: string): Promise<void> {
    await client
      .send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }))
      .catch(fault());
  }

  return {
    /** A URL that takes PUTs to `key` until it expires, and the headers that must come with it. */
    async presignUpload(
      key: string,
      upload: { contentType: string; contentLength: number | null; expiresInSeconds: number },
    ): Promise<{ url: string; headers: Record<string, string> }> {
      const headers: Record<string, string> = { 'Content-Type': upload.contentType };
      if (upload.contentLength !== null) headers['Content-Length'] = String(upload.contentLength);
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: upload.contentType,
        ContentLength: upload.contentLength ?? undefined,
      });
      const url = await getSignedUrl(publicClient, command, {
        expiresIn: upload.expiresInSeconds,
        signableHeaders: new Set(Object.keys(headers).map((name) => name.toLowerCase())),
      });
      return { url, headers };
    },

    /** A URL that answers GET with an object until it expires, or earlier where our own credentials do. */
    presignDownload(key: string, expiresInSeconds: number): Promise<string> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      return getSignedUrl(publicClient, command, { expiresIn: expiresInSeconds });
    },

    /** Size and ETag of an object; null when there is none. */
    async head(key: string): Promise<{ sizeBytes: number; etag: string } | null> {
      const found = await client
        .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        .catch((error: unknown) => {
          if (isStatus(error, 404)) return null;
          throw new StorageFault(error);
        });
      return found && { sizeBytes: found.ContentLength ?? 0, etag: unquote(found.ETag) };
    },

    /** An object to be read in parts, as long as it has the given ETag. */
    openRanged(key: string, etag: string, sizeBytes: number, signal?: AbortSignal): RangedSource {
      return {
        sizeBytes,
        async read(start, end) {
          signal?.throwIfAborted();
          const body = await get(key, etag, `bytes=${start}-${end - 1}`);
          const bytes = Buffer.concat(await body.toArray({ signal }).catch(fault()));
          if (bytes.length !== end - start) throw new ContentChanged(key);
          return new Uint8Array(bytes);
        },
        async download(path) {
          const body = await get(key, etag);
          await pipeline(body, createWriteStream(path), { signal });
        },
      };
    },

    /**
     * Copies an object that has the given ETag, and makes sure that what was copied has it: not every S3 server
     * honours the condition. Throws `ContentChanged` when the source is missing or other than expected.
     */
    async copyPinned(sourceKey: string, targetKey: string, etag: string): Promise<void> {
      const command = new CopyObjectCommand({
        Bucket: bucket,
        Key: targetKey,
        CopySource: `${bucket}/${sourceKey}`,
        CopySourceIfMatch: quote(etag),
      });
      const { CopyObjectResult, ServerSideEncryption } = await client
        .send(command, { requestTimeout: copyTimeoutMs })
        .catch(fault([404, 412], () => new ContentChanged(sourceKey)));
      // With KMS the copy has an ETag of its own; servers that encrypt so do honour the condition.
      const comparable = !(ServerSideEncryption ?? '').startsWith('aws:kms');
      if (comparable && unquote(CopyObjectResult?.ETag) !== etag) throw new ContentChanged(sourceKey);
    },

    /** Keeps a value as JSON under a key of the caller's. */
    putJson(key: string, content: unknown): Promise<void> {
      return put(key, JSON.stringify(content), 'application/json');
    },

    /** Keeps a result under a key that its content decides, and returns the key. */
    async putResult(
      kind: ResultKind,
      submissionId: string,
      assetId: string,
      content: unknown,
    ): Promise<string> {
      const body = JSON.stringify(content);
      const key = resultKey(kind, submissionId, assetId, digestOf(body));
      await put(key, body, 'application/json');
      return key;
    },

    /** Keeps a JPEG beside an asset's issues, and returns the digest by which they may refer to it. */
    async putPicture(submissionId: string, assetId: string, jpeg: Uint8Array): Promise<string> {
      const digest = digestOf(jpeg);
      await put(pictureKey(submissionId, assetId, digest), jpeg, 'image/jpeg');
      return digest;
    },

    /** The bytes of a small object. */
    async getSmall(key: string): Promise<Buffer> {
      const body = await get(key, null);
      return Buffer.concat(await body.toArray().catch(fault()));
    },

    /** Objects whose keys begin with `prefix` and come after `after`, in the order of their keys. */
    async list(
      prefix: string,
      after: string | null,
      limit: number,
    ): Promise<{ objects: StoredObject[]; isLast: boolean }> {
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        StartAfter: after ?? undefined,
        MaxKeys: limit,
      });
      // The SDK signs `/bucket/`, and the local server checks the signature of `/bucket`; S3 takes either.
      command.middlewareStack.add(
        (next) => (args) => {
          const request = args.request as { path: string };
          if (request.path !== '/') request.path = request.path.replace(/\/$/, '');
          return next(args);
        },
        { step: 'build' },
      );
      const { Contents = [], IsTruncated = false } = await client.send(command).catch(fault());
      const objects = Contents.map(({ Key, LastModified }) => ({ key: Key!, modifiedAt: LastModified! }));
      // The local server does not say that there is more.
      return { objects, isLast: !IsTruncated && objects.length < limit };
    },

    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(fault());
    },

    /** Throws when the bucket cannot be read. A key that is not there tells a readable bucket from a missing one. */
    async check(signal: AbortSignal): Promise<void> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: 'readiness' });
      await client.send(command, { abortSignal: signal }).catch((error: unknown) => {
        if (!(error instanceof NoSuchKey)) throw new StorageFault(error);
      });
    },

    close(): void {
      client.destroy();
      publicClient.destroy();
    },
  };
}

/** Turns what a request threw into what it means: `expected()` for the statuses named, else a fault of the storage. */
function fault(statuses: readonly number[] = [], expected?: () => Error): (error: unknown) => never {
  return (error) => {
    if (expected !== undefined && statuses.some((status) => isStatus(error, status))) throw expected();
    throw new StorageFault(error);
  };
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}

/** Half of a SHA-256, in hexadecimal: 32 digits. */
function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

function quote(etag: string | null): string | undefined {
  return etag === null ? undefined : `"${etag}"`;
}

function unquote(etag: string | undefined): string {
  return (etag ?? '').replace(/^"|"$/g, '');
}
