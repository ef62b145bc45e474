import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import FilesystemStore, { type S3Object } from '@20minutes/s3rver/lib/stores/filesystem.js';

/**
 * s3rver's files on disk, with what S3 promises of a PUT: a reader finds the old object or the new one, never a part
 * of it, and an upload that is cut off leaves the old one. s3rver itself writes over the object while others read it.
 */
export class AtomicStore extends FilesystemStore {
  /** For each object in use, the end of the queue of those that use it. */
  readonly #queues = new Map<string, Promise<unknown>>();

  /** Runs `use` when all that were there before it for this object are through. */
  async #alone<T>(bucket: string, key: string, use: () => Promise<T>): Promise<T> {
    const name = this.getResourcePath(bucket, key, 'object');
    const turn = (this.#queues.get(name) ?? Promise.resolve()).then(use, use);
    this.#queues.set(name, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(name) === turn) this.#queues.delete(name);
    }
  }

  override getObject(bucket: string, key: string, options?: unknown): Promise<S3Object | null> {
    return this.#alone(bucket, key, () => super.getObject(bucket, key, options));
  }

  override copyObject(
    bucket: string,
    key: string,
    targetBucket: string,
    targetKey: string,
    metadata?: unknown,
  ): Promise<unknown> {
    const copy = () => super.copyObject(bucket, key, targetBucket, targetKey, metadata);
    return this.#alone(bucket, key, copy);
  }

  /** That there is more is told with a token made by DES, which OpenSSL does not have any more: then the list would fail. */
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
      await this.#alone(bucket, key, async () => {
        // Should the process end in between: an object without its digest gets it when it is next asked for.
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
