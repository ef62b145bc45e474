import { S3Client } from '@aws-sdk/client-s3';

/**
 * Options of the HTTP agents. If `maxSockets` were finite, requests would wait for a socket, and the SDK counts this
 * wait towards its timeouts. A long queue would therefore look like a failure of S3. The callers limit their
 * concurrency instead.
 */
const agent = { keepAlive: true, maxSockets: Infinity };

/** Timeout in milliseconds of requests that copy or store a file. 5 GB at 20 MB/s take over four minutes. */
export const copyTimeoutMs = 5 * 60_000;

/** Wraps a request of the AWS SDK. `operation` is the request's name in the S3 API, such as `GetObject`. */
export type RequestMiddleware = <T>(operation: string, request: () => Promise<T>) => Promise<T>;

/**
 * Creates an S3 client for AWS or for another server with an S3 API.
 * @param endpoint URL of the server; null for AWS
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
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 2_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      // Maximum time without a byte. Without it, a response that stalls would block its reader forever. During a copy,
      // S3 may send no byte for up to `copyTimeoutMs`.
      socketTimeout: copyTimeoutMs,
    },
  });
  // Adds the operation and the key to the message of an error, because S3 does not always report which object it
  // refused.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (parameters) => {
        try {
          return await next(parameters);
        } catch (error) {
          const { Key = '' } = parameters.input as { Key?: string };
          if (error instanceof Error) error.message += ` (${operationOf(commandName)} ${Key})`;
          throw error;
        }
      },
    { step: 'initialize', name: 'name-object' },
  );
  if (middleware !== undefined) {
    // The middleware runs for each try of a request. It does not run for presigned URLs, because presigning ends
    // the middleware stack before this step.
    client.middlewareStack.add(
      (next, { commandName }) =>
        (parameters) =>
          middleware(operationOf(commandName), () => next(parameters)),
      { step: 'finalizeRequest', priority: 'low', name: 'request-middleware' },
    );
  }
  return client;
}

const operationOf = (commandName: unknown) => String(commandName).replace(/Command$/, '');
