import type { FastifyRequest, RequestPayload } from 'fastify';
import { ApiError } from '@assay/domain/errors.ts';

/** Time in milliseconds in which a body may arrive at any rate. */
const graceMs = 2_000;
/** Minimum average rate of a body after `graceMs`, so that slow bodies do not occupy slots for long. */
const minBytesPerSecond = 1_000;
const checkIntervalMs = 250;
/**
 * Maximum number of chunks in which a body arrives, because each costs processor time. Bodies of clients that send each
 * JSON token in a chunk of its own have a few hundred.
 */
const maxChunks = 2_000;

/**
 * Reads the body of a request. Chunks are copied into one buffer while they arrive, because a chunk of one byte takes
 * 300 bytes of memory.
 * @throws {ApiError} 413 if the body has more bytes than the route permits, or more than `maxChunks` chunks; 400 if it
 *   arrives too slowly
 */
export function readBody({ raw, routeOptions }: FastifyRequest, payload: RequestPayload): Promise<Buffer> {
  const maxBytes = routeOptions.bodyLimit;
  if (Number(raw.headers['content-length'] ?? 0) > maxBytes)
    return Promise.reject(new ApiError('body_too_large'));

  return new Promise((resolve, reject) => {
    let body = Buffer.alloc(0);
    let received = 0;
    let chunks = 0;
    const startedAt = performance.now();
    const timer = setInterval(() => {
      const required = ((performance.now() - startedAt - graceMs) / 1000) * minBytesPerSecond;
      if (received < required) fail(new ApiError('request_incomplete'));
    }, checkIntervalMs);

    const stop = () => {
      clearInterval(timer);
      payload.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
    };
    const fail = (error: Error) => {
      stop();
      // Fastify closes the connection after the response. Until then, nothing more is read.
      raw.socket.pause();
      reject(error);
    };
    const onData = (chunk: Buffer) => {
      if (++chunks > maxChunks || received + chunk.length > maxBytes)
        return fail(new ApiError('body_too_large'));
      if (received + chunk.length > body.length) {
        const grown = Buffer.alloc(Math.max(received + chunk.length, Math.min(2 * body.length, maxBytes)));
        body.copy(grown, 0, 0, received);
        body = grown;
      }
      chunk.copy(body, received);
      received += chunk.length;
    };
    const onEnd = () => {
      stop();
      resolve(body.subarray(0, received));
    };
    const onClose = () => fail(new ApiError('malformed_request'));
    payload.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
}
