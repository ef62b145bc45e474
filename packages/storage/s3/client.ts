import { S3Client } from '@aws-sdk/client-s3';

/**
 * Options of the HTTP agents. An agent with a maximum number of sockets queues requests, and the SDK counts the wait
 * for a socket towards both timeouts. A queue would therefore look like a failure of the storage. The callers limit
 * their concurrency instead.
 */
const agent = { keepAlive: true, maxSockets: Infinity };

/**
 * Timeout of a copy within the storage, in milliseconds. Copying 5 GB at 20 MB/s takes just over four minutes.
 */
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
      // Limits the time without a byte, so that a body that stalls does not block its reader forever. A copy within
      // the storage may be silent for this long.
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
