import { S3Client } from '@aws-sdk/client-s3';

/** Wraps a request of the SDK. `operation` is the name of the request in the S3 API, such as `GetObject`. */
export type RequestMiddleware = <T>(operation: string, request: () => Promise<T>) => Promise<T>;

/**
 * Creates a client of AWS or of another S3 server.
 * @param endpoint URL of the other server; null for AWS
 * @param middleware wraps every request to the server
 */
export function createClient(
  endpoint: string | null,
  region: string,
  middleware?: RequestMiddleware,
): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // S3 servers other than AWS may not support the SDK's newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  if (middleware !== undefined) {
    // This step runs for each try of a request. It does not run for presigned URLs, because their middleware
    // stack ends earlier.
    client.middlewareStack.add(
      (next, { commandName }) =>
        (parameters) =>
          middleware(String(commandName).replace(/Command$/, ''), () => next(parameters)),
      { step: 'finalizeRequest', priority: 'low', name: 'request-middleware' },
    );
  }
  return client;
}
