import { S3Client } from '@aws-sdk/client-s3';

/** Does a request of the SDK, which is called `operation`. */
export type Around = <T>(operation: string, request: () => Promise<T>) => Promise<T>;

/**
 * A client of AWS, or of another S3 server where an endpoint is given.
 * @param around does each request that is sent
 */
export function createClient(endpoint: string | null, region: string, around?: Around): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Other servers than AWS may not know the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  if (around !== undefined) {
    // Behind the making of the request, at which signing a URL ends, and within its repetitions.
    client.middlewareStack.add(
      (next, { commandName }) =>
        (parameters) =>
          around(String(commandName).replace(/Command$/, ''), () => next(parameters)),
      { step: 'finalizeRequest', priority: 'low', name: 'around' },
    );
  }
  return client;
}
