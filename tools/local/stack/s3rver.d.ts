declare module '@20minutes/s3rver/lib/stores/filesystem.js' {
  export interface S3Object {
    bucket: string;
    key: string;
    content: Buffer | NodeJS.ReadableStream;
    metadata: Record<string, string>;
  }
  /** Declares only the methods that `AtomicStore` uses. */
  export default class FilesystemStore {
    constructor(rootDirectory: string);
    getResourcePath(bucket: string, key: string, resource: string): string;
    putContent(path: string, content: S3Object['content']): Promise<[size: number, md5: string]>;
    putMetadata(bucket: string, key: string, metadata: S3Object['metadata'], md5: string): Promise<void>;
    getObject(bucket: string, key: string, options?: unknown): Promise<S3Object | null>;
    deleteObject(bucket: string, key: string): Promise<void>;
    putObject(object: S3Object): Promise<{ size: number; md5: string }>;
    listObjects(bucket: string, options: unknown): Promise<{ isTruncated: boolean }>;
    copyObject(
      bucket: string,
      key: string,
      targetBucket: string,
      targetKey: string,
      metadata?: unknown,
    ): Promise<unknown>;
  }
}

declare module '@20minutes/s3rver' {
  import type FilesystemStore from '@20minutes/s3rver/lib/stores/filesystem.js';
  interface Options {
    directory: string;
    address: string;
    port: number;
    silent: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  }
  export default class S3rver {
    constructor(options: Options);
    store: FilesystemStore;
    context: { store: FilesystemStore };
    run(): Promise<{ address: string; port: number }>;
  }
}
