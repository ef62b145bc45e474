import { NoSuchKey, S3ServiceException } from '@aws-sdk/client-s3';

/**
 * Thrown if a request to the blob store fails. `cause` is the error of the SDK. `isStorageOutage`,
 * `isStorageAccessDenied` and `isObjectMissing` tell the causes apart.
 */
export class StorageFault extends Error {
  constructor(cause: unknown) {
    super(`storage fault: ${cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause)}`, {
      cause,
    });
    this.name = 'StorageFault';
  }
}

/** 4xx statuses that do not depend on the object: rejected credentials, a timeout, too many requests. */
const outageStatuses = [401, 408, 429];

/**
 * S3 error codes for rejected credentials and for a wrong clock. They count as an outage, because the process gets them
 * for every object. `/readyz` reports them.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
const credentialCodes = [
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'RequestTimeTooSkewed', 'InvalidToken'],
  ...['ExpiredToken', 'TokenRefreshRequired'],
];

/**
 * Returns whether `error` was thrown because the blob store was unavailable. False if the store rejected only this
 * request, for example because the object does not exist.
 */
export function isStorageOutage(error: unknown): boolean {
  if (!(error instanceof StorageFault) || isStorageAccessDenied(error)) return false;
  const { cause } = error;
  if (!(cause instanceof S3ServiceException) || isBucketMissing(cause)) return true;
  const { httpStatusCode: status = 0 } = cause.$metadata;
  const isRefused = status >= 400 && status < 500;
  return !isRefused || outageStatuses.includes(status) || credentialCodes.includes(cause.name);
}

/**
 * Returns whether `error` was thrown because the process lacks a right in S3. Without the right `s3:ListBucket`, S3
 * returns the same error for an object that does not exist.
 */
export function isStorageAccessDenied(error: unknown): boolean {
  if (!(error instanceof StorageFault) || !(error.cause instanceof S3ServiceException)) return false;
  const { name } = error.cause;
  return name === 'AccessDenied' || (hasStatus(error.cause, 403) && !credentialCodes.includes(name));
}

/** Returns whether `error` was thrown because an object does not exist in a bucket that exists. */
export function isObjectMissing(error: unknown): boolean {
  return error instanceof StorageFault && error.cause instanceof NoSuchKey;
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
    const isExpected = statuses.some((status) => hasStatus(error, status)) && !isBucketMissing(error);
    if (isExpected && expected !== undefined) throw expected();
    throw new StorageFault(error);
  };
}

/** Returns whether the bucket is missing, for example because an S3 server started without its disk. */
function isBucketMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchBucket';
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
