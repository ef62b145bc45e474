import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { ContentChanged, type RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { copyTimeoutMs, type RequestMiddleware, createClient } from './client.ts';
import { pictureKey, reportKey, type ResultKind, resultKey } from './keys.ts';
import { hasStatus, throwStorageFault, StorageFault } from './storage-fault.ts';

/** Location of the blobs. Credentials come from the SDK's default provider chain. */
export interface BlobStoreOptions {
  /** URL of the S3 server. Null means AWS. */
  endpoint: string | null;
  /** URL of the S3 server in presigned URLs, if clients use another name. Null means `endpoint`. */
  publicEndpoint: string | null;
  region: string;
  bucket: string;
  /** Wraps every request to the S3 server, for example to create a span. */
  middleware?: RequestMiddleware | undefined;
}

export interface StoredObject {
  key: string;
  modifiedAt: Date;
  sizeBytes: number;
}

/** Maximum number of keys in one request that lists or removes objects (limit of S3). */
const keysPerList = 1000;

/** An object version or delete marker, as S3 lists it. */
interface Version {
  Key?: string;
  VersionId?: string;
  IsLatest?: boolean;
}

/** Position in a list of object versions: the last version of a page. */
export interface VersionCursor {
  key: string;
  versionId: string | undefined;
}

export type BlobStore = ReturnType<typeof createBlobStore>;

/**
 * Creates the blob store, which is the service's access to S3. All functions of the blob store throw `StorageFault` if
 * a request fails, also if the object does not exist. Functions with an expected ETag throw `ContentChanged` if the
 * object has another ETag or does not exist.
 */
export function createBlobStore(options: BlobStoreOptions) {
  const { bucket } = options;
  const client = createClient(options.endpoint, options.region, options.middleware);
  // The SDK signs the path `/bucket/`, but the local server (s3rver) expects a signature of `/bucket`. S3 accepts both.
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { path: string };
      if (request.path !== '/') request.path = request.path.replace(/\/$/, '');
      return next(args);
    },
    { step: 'build' },
  );
  let isVersioned = false;
  let publicBase: string | undefined;
  const publicClient =
    options.publicEndpoint === null ? client : createClient(options.publicEndpoint, options.region);

  /** Returns the bytes of an object. Throws `ContentChanged` if `etag` is given and the object has another. */
  async function get(key: string, etag: string | null, range?: string): Promise<Readable> {
    const { Body, ETag } = await client
      .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: range, IfMatch: quote(etag) }))
      .catch(throwStorageFault(etag === null ? [] : [404, 412], () => new ContentChanged(key)));
    // Some S3 servers ignore If-Match, so the ETag of the response is compared too.
    if (etag !== null && unquote(ETag) !== etag) throw new ContentChanged(key);
    return Body as Readable;
  }

  async function put(key: string, body: string | Uint8Array, contentType: string): Promise<void> {
    await client
      .send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }))
      .catch(throwStorageFault());
  }

  /**
   * Returns the error of a GET of an object, or null if the GET succeeds. Called after a HEAD was rejected with 403.
   * The response to a HEAD has no body, so it lacks the code that distinguishes a missing right from wrong credentials.
   */
  async function refusal(key: string): Promise<unknown> {
    try {
      (await get(key, null, 'bytes=0-0')).destroy();
      return null;
    } catch (error) {
      return error instanceof StorageFault ? error.cause : error;
    }
  }

  /** Returns the size and ETag of an object, or null if there is no such object. */
  async function head(key: string): Promise<{ sizeBytes: number; etag: string } | null> {
    const found = await client
      .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      .catch(async (error: unknown) => {
        if (hasStatus(error, 404)) return null;
        throw new StorageFault(hasStatus(error, 403) ? ((await refusal(key)) ?? error) : error);
      });
    return found && { sizeBytes: found.ContentLength ?? 0, etag: unquote(found.ETag) };
  }

  /**
   * Returns up to 1,000 versions and delete markers of objects whose keys start with `prefix`, ordered by key, the
   * newest version of each first. Returns null if the server does not support versioning.
   */
  async function listVersions(
    prefix: string,
    after: VersionCursor | null,
  ): Promise<ListObjectVersionsCommandOutput | null> {
    const from = { KeyMarker: after?.key, VersionIdMarker: after?.versionId };
    try {
      return await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...from }));
    } catch (error) {
      if (hasStatus(error, 405) || hasStatus(error, 501)) return null;
      throw new StorageFault(error);
    }
  }

  /** Removes up to 1,000 versions with one request. */
  async function removeBatch(versions: readonly Version[]): Promise<void> {
    if (versions.length === 0) return;
    const objects = versions.map(({ Key, VersionId }) => ({ Key: Key!, VersionId }));
    const { Errors = [] } = await client
      .send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }))
      .catch(throwStorageFault());
    const [first] = Errors;
    if (first === undefined) return;
    const { Code: name = 'Unknown', Message: message } = first;
    throw new StorageFault(new S3ServiceException({ name, message, $fault: 'server', $metadata: {} }));
  }

  /**
   * Removes all versions of the objects whose keys start with `prefix` and pass `isSelected`. Delete markers are
   * removed last, because without them an older version would be readable again. Returns the keys of the removed
   * objects. Does nothing if the server does not support versioning.
   */
  async function removeVersions(prefix: string, isSelected: (key: string) => boolean): Promise<Set<string>> {
    const keys = new Set<string>();
    const markers: Version[] = [];
    const select = (versions: readonly Version[] = []) => versions.filter(({ Key }) => isSelected(Key!));
    for (let after: VersionCursor | null = null; ;) {
      const page = await listVersions(prefix, after);
      if (page === null) return keys;
      const versions = select(page.Versions);
      const deleteMarkers = select(page.DeleteMarkers);
      markers.push(...deleteMarkers);
      for (const { Key } of [...versions, ...deleteMarkers]) keys.add(Key!);
      await removeBatch(versions);
      after = cursorAfter(page);
      if (after === null) break;
    }
    for (let start = 0; start < markers.length; start += keysPerList)
      await removeBatch(markers.slice(start, start + keysPerList));
    return keys;
  }

  /**
   * Returns a page of the objects whose keys start with `prefix`, ordered by key.
   * @param after the page starts after this key; null to start at the beginning
   */
  async function list(
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
    const { Contents = [], IsTruncated = false } = await client.send(command).catch(throwStorageFault());
    const objects = Contents.map(({ Key, LastModified, Size }) => ({
      key: Key!,
      modifiedAt: LastModified!,
      sizeBytes: Size ?? 0,
    }));
    // The local server never sets `IsTruncated`, so a full page counts as truncated.
    return { objects, isLast: !IsTruncated && objects.length < limit };
  }

  /**
   * Removes an object. In a bucket with versioning, removes up to 1,000 of the object's versions. If the object has
   * more versions, a delete marker hides the object, and `removeOldVersions` removes the other versions later. Does
   * nothing if there is no such object.
   */
  async function remove(key: string): Promise<void> {
    if (!isVersioned) isVersioned = await hide(key);
    if (!isVersioned) return;
    const page = await listVersions(key, null);
    const isSelected = ({ Key }: Version) => Key === key;
    const { Versions = [], DeleteMarkers = [] } = page ?? {};
    // Without a delete marker, an older version would be readable again.
    const isRest = page !== null && cursorAfter(page)?.key === key;
    if (isRest && !DeleteMarkers.some((marker) => isSelected(marker) && marker.IsLatest)) await hide(key);
    await removeBatch(Versions.filter(isSelected));
    if (!isRest) await removeBatch(DeleteMarkers.filter(isSelected));
  }

  /** Removes an object. With versioning, adds a delete marker instead, and returns true. */
  async function hide(key: string): Promise<boolean> {
    const { DeleteMarker } = await client
      .send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
      .catch(throwStorageFault());
    return DeleteMarker === true;
  }

  /**
   * Returns the expiry of a URL that is signed now: after `expiresInSeconds`, or when the credentials expire, if
   * earlier.
   */
  async function expiryOf(expiresInSeconds: number): Promise<Date> {
    const { expiration } = await publicClient.config.credentials();
    const latest = new Date(Date.now() + expiresInSeconds * 1000);
    return expiration !== undefined && expiration < latest ? expiration : latest;
  }

  return {
    head,

    /**
     * Returns a presigned URL for a PUT to `key`, the headers that the client must set, and the time at which the URL
     * expires. `Content-Length` is not among the headers: HTTP clients set it themselves, and some refuse to be told.
     * @param upload if `contentLength` is not null, it is signed, so the storage rejects any other length
     */
    async presignUpload(
      key: string,
      upload: { contentType: string; contentLength: number | null; expiresInSeconds: number },
    ): Promise<{ url: string; headers: Record<string, string>; expiresAt: Date }> {
      const headers: Record<string, string> = { 'Content-Type': upload.contentType };
      const signed = ['content-type', ...(upload.contentLength === null ? [] : ['content-length'])];
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: upload.contentType,
        ContentLength: upload.contentLength ?? undefined,
      });
      const expiresAt = await expiryOf(upload.expiresInSeconds);
      const url = await getSignedUrl(publicClient, command, {
        expiresIn: upload.expiresInSeconds,
        signableHeaders: new Set(signed),
      });
      return { url, headers, expiresAt };
    },

    /**
     * Returns a presigned URL for a GET, valid for `expiresInSeconds` or until the credentials expire, if that is
     * earlier.
     */
    presignDownload(key: string, expiresInSeconds: number): Promise<string> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key });
      return getSignedUrl(publicClient, command, { expiresIn: expiresInSeconds });
    },

    /** Returns the prefix of all presigned URLs of this bucket, with a slash at the end. */
    async publicBase(): Promise<string> {
      publicBase ??= new URL(
        '.',
        await getSignedUrl(publicClient, new GetObjectCommand({ Bucket: bucket, Key: 'any' })),
      ).href;
      return publicBase;
    },

    /**
     * Returns a presigned URL for a GET of an object, and the time at which the URL expires. S3 responds with the given
     * headers, even if the client declared other headers when it uploaded the object.
     */
    async presignFile(
      key: string,
      file: { contentType: string; contentDisposition: string; expiresInSeconds: number },
    ): Promise<{ url: string; expiresAt: Date }> {
      const expiresAt = await expiryOf(file.expiresInSeconds);
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: file.contentType,
        ResponseContentDisposition: file.contentDisposition,
      });
      const url = await getSignedUrl(publicClient, command, { expiresIn: file.expiresInSeconds });
      return { url, expiresAt };
    },

    /** Returns a source for ranged reads. Reads throw `ContentChanged` if the object's ETag has changed. */
    openRanged(key: string, etag: string, sizeBytes: number, signal?: AbortSignal): RangedSource {
      return {
        sizeBytes,
        async read(start, end) {
          signal?.throwIfAborted();
          const body = await get(key, etag, `bytes=${start}-${end - 1}`);
          const bytes = Buffer.concat(await body.toArray({ signal }).catch(throwStorageFault()));
          if (bytes.length !== end - start) throw new ContentChanged(key);
          return new Uint8Array(bytes);
        },
        async download(path, onBytes = () => {}) {
          const body = await get(key, etag);
          const file = createWriteStream(path);
          let storageFault: StorageFault | null = null;
          // `pipeline` destroys each stream with the error of the other stream. The stream that fails first has the
          // cause.
          body.once('error', (error) => {
            if (file.errored === null && signal?.aborted !== true) storageFault = new StorageFault(error);
          });
          await pipeline(body, forEachChunk(onBytes), file, { signal }).catch((error: unknown) => {
            throw storageFault ?? error;
          });
        },
      };
    },

    /** Returns the first `length` bytes of an object (fewer if the object is smaller), and the object's ETag. */
    async readStart(key: string, length: number): Promise<{ bytes: Uint8Array; etag: string }> {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=0-${length - 1}` });
      const { Body, ETag } = await client.send(command).catch(throwStorageFault());
      const bytes = await (Body as Readable).toArray().catch(throwStorageFault());
      return { bytes: new Uint8Array(Buffer.concat(bytes)), etag: unquote(ETag) };
    },

    /** Streams an object and returns the SHA-256 hash of its bytes. */
    async hash(key: string, etag: string): Promise<Buffer> {
      const hash = createHash('sha256');
      const body = await get(key, etag);
      await pipeline(body, hash).catch(throwStorageFault());
      return hash.digest();
    },

    /**
     * Copies an object if it has the given ETag. Returns the ETag of the copy, which can differ from `etag`: with
     * SSE-KMS, S3 gives every copy a new ETag. Throws `ContentChanged` if the source is missing or has another ETag.
     */
    async copyPinned(sourceKey: string, targetKey: string, etag: string): Promise<string> {
      const command = new CopyObjectCommand({
        Bucket: bucket,
        Key: targetKey,
        CopySource: `${bucket}/${sourceKey}`,
        CopySourceIfMatch: quote(etag),
      });
      const { CopyObjectResult } = await client
        .send(command, { requestTimeout: copyTimeoutMs })
        .catch(throwStorageFault([404, 412], () => new ContentChanged(sourceKey)));
      const copyEtag = unquote(CopyObjectResult?.ETag);
      // If the ETags differ, either the server gives every copy a new ETag, or it ignored the condition and has
      // copied other bytes. In the second case the source has another ETag too.
      if (copyEtag !== etag && (await head(sourceKey))?.etag !== etag) throw new ContentChanged(sourceKey);
      return copyEtag;
    },

    putJson(key: string, content: unknown): Promise<void> {
      return put(key, JSON.stringify(content), 'application/json');
    },

    putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
      return put(key, bytes, contentType);
    },

    /** Stores a result as JSON under a key that contains the digest of its content. Returns the key. */
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

    /** Stores a report. Returns the SHA-256 hash of its bytes in hexadecimal. */
    async putReport(submissionId: string, assetId: string, report: string): Promise<string> {
      const sha256 = createHash('sha256').update(report).digest('hex');
      await put(reportKey(submissionId, assetId, sha256), report, 'application/json');
      return sha256;
    },

    /** Stores a JPEG picture for an asset's issues. Returns the digest by which the issues refer to the picture. */
    async putPicture(submissionId: string, assetId: string, jpeg: Uint8Array): Promise<string> {
      const digest = digestOf(jpeg);
      await put(pictureKey(submissionId, assetId, digest), jpeg, 'image/jpeg');
      return digest;
    },

    /** Stores a local file. A failed request is not retried, because the stream of the file can be read only once. */
    async putFile(key: string, path: string, contentType: string): Promise<void> {
      const { size } = await stat(path);
      const [Body, ContentType] = [createReadStream(path), contentType];
      await client
        .send(new PutObjectCommand({ Bucket: bucket, Key: key, Body, ContentLength: size, ContentType }), {
          requestTimeout: copyTimeoutMs,
        })
        .catch(throwStorageFault());
    },

    /** Returns the bytes of an object. The whole object is read into memory, so it must be small. */
    async getSmall(key: string): Promise<Buffer> {
      const body = await get(key, null);
      return Buffer.concat(await body.toArray().catch(throwStorageFault()));
    },

    list,
    remove,

    /** Removes all objects whose keys start with `prefix`, with all versions. Returns their number. */
    async removeAll(prefix: string): Promise<number> {
      let count = 0;
      for (let isLast = false; !isLast;) {
        // The listed objects are removed, so the next call of `list` returns the objects after them.
        const page = await list(prefix, null, keysPerList);
        await forEachConcurrent(page.objects, ({ key }) => remove(key));
        count += page.objects.length;
        ({ isLast } = page);
      }
      // `list` does not show objects whose newest version is a delete marker, so their versions are removed here.
      return count + (await removeVersions(prefix, () => true)).size;
    },

    /**
     * Reads a page of the versions and delete markers of the objects whose keys start with `prefix`, and removes those
     * that a newer version or delete marker replaced. A delete marker that is the newest version of its object is
     * removed if the object has no other version. Returns the number of versions and delete markers on the page, and
     * the cursor of the next page, or null after the last page.
     */
    async removeOldVersions(
      prefix: string,
      after: VersionCursor | null,
    ): Promise<{ checked: number; next: VersionCursor | null }> {
      const page = await listVersions(prefix, after);
      if (page === null) return { checked: 0, next: null };
      const { Versions = [], DeleteMarkers = [] } = page;
      const next = cursorAfter(page);
      // The versions of the last key can continue on the next page.
      const old = [...Versions, ...DeleteMarkers].filter(({ IsLatest }) => IsLatest === false);
      const keys = new Set([...old.map(({ Key }) => Key), next?.key]);
      await removeBatch([
        ...old,
        ...DeleteMarkers.filter(({ Key, IsLatest }) => IsLatest === true && !keys.has(Key)),
      ]);
      return { checked: Versions.length + DeleteMarkers.length, next };
    },

    /** Throws if the bucket cannot be read. Only a readable bucket returns NoSuchKey for a missing key. */
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

/** Returns a transform for `pipeline` that calls `onBytes` with each chunk and does not change the chunk. */
function forEachChunk(onBytes: (bytes: Uint8Array) => void) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      onBytes(chunk);
      yield chunk;
    }
  };
}

/** Returns the first 32 hexadecimal digits of the content's SHA-256 hash. */
function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** Returns the cursor of the page after `page`, or null if `page` is the last page. */
function cursorAfter(page: ListObjectVersionsCommandOutput): VersionCursor | null {
  return page.IsTruncated === true ? { key: page.NextKeyMarker!, versionId: page.NextVersionIdMarker } : null;
}

function quote(etag: string | null): string | undefined {
  return etag === null ? undefined : `"${etag}"`;
}

function unquote(etag: string | undefined): string {
  return (etag ?? '').replace(/^"|"$/g, '');
}
