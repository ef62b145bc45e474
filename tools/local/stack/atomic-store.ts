import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import FilesystemStore, { type S3Object } from '@20minutes/s3rver/lib/stores/filesystem.js';

/**
 * s3rver's store on disk, but with atomic PUTs, like those of S3. A reader gets either the old or the new object. After
 * an interrupted upload, the old object remains. s3rver's own store overwrites objects while other requests read them.
 */
export class AtomicStore extends FilesystemStore {
  /** By file name of an object, the last queued operation on the object. Only objects in use have an entry. */
  readonly #queues = new Map<string, Promise<unknown>>();

  /** Runs `use` after all earlier operations on the object have ended. */
  async #serialize<T>(bucket: string, key: string, use: () => Promise<T>): Promise<T> {
    const name = this.getResourcePath(bucket, key, 'object');
    const operation = (this.#queues.get(name) ?? Promise.resolve()).then(use, use);
    this.#queues.set(name, operation);
    try {
      return await operation;
    } finally {
      if (this.#queues.get(name) === operation) this.#queues.delete(name);
    }
  }

  override getObject(bucket: string, key: string, options?: unknown): Promise<S3Object | null> {
    return this.#serialize(bucket, key, () => super.getObject(bucket, key, options));
  }

  override copyObject(
    bucket: string,
    key: string,
    targetBucket: string,
    targetKey: string,
    metadata?: unknown,
  ): Promise<unknown> {
    const copy = () => super.copyObject(bucket, key, targetBucket, targetKey, metadata);
    return this.#serialize(bucket, key, copy);
  }

  /**
   * Keeps empty folders. s3rver removes them, also while another request writes an object into such a folder.
   */
  override async deleteObject(bucket: string, key: string): Promise<void> {
    const files = ['object', 'object.md5', 'metadata.json'].map((name) =>
      this.getResourcePath(bucket, key, name),
    );
    await this.#serialize(bucket, key, () => Promise.all(files.map((file) => rm(file, { force: true }))));
  }

  /**
   * Marks every list as complete, even if it is truncated. For a truncated list, s3rver would encrypt a continuation
   * token with DES, which OpenSSL no longer supports, and the request would fail.
   */
  override async listObjects(bucket: string, options: unknown): Promise<{ isTruncated: boolean }> {
    return { ...(await super.listObjects(bucket, options)), isTruncated: false };
  }

  override async putObject(object: S3Object): Promise<{ size: number; md5: string }> {
    const { bucket, key, content, metadata } = object;
    const target = this.getResourcePath(bucket, key, 'object');
    const staged = `${target}.${randomUUID()}`;
    await mkdir(path.dirname(target), { recursive: true });
    try {
      const [size, md5] = await this.putContent(staged, content);
      await this.#serialize(bucket, key, async () => {
        // The stored digest is of the old object. s3rver computes a missing digest at the next read.
        await rm(this.getResourcePath(bucket, key, 'object.md5'), { force: true });
        await rename(staged, target);
        await this.putMetadata(bucket, key, metadata, md5);
      });
      return { size, md5 };
    } finally {
      await rm(staged, { force: true });
    }
  }
}
