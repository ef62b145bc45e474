import { S3ServiceException } from '@aws-sdk/client-s3';

/** Thrown if the blob store failed or was unreachable. The same request may succeed later. */
export class StorageFault extends Error {
  constructor(cause: unknown) {
    super(`storage fault: ${cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause)}`, {
      cause,
    });
    this.name = 'StorageFault';
  }
}

/**
 * Returns a `catch` handler for requests of the SDK. The handler throws `StorageFault`.
 * @param statuses HTTP statuses for which the handler throws `expected()` instead
 */
export function throwStorageFault(
  statuses: readonly number[] = [],
  expected?: () => Error,
): (error: unknown) => never {
  return (error) => {
    if (expected !== undefined && statuses.some((status) => hasStatus(error, status))) throw expected();
    throw new StorageFault(error);
  };
}

/** Returns whether `error` is a response of the storage with the given HTTP status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
