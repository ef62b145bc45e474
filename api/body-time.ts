import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { ApiError } from '@assay/domain/errors.ts';
import { hasBody } from './has-body.ts';

/** Time in milliseconds in which a body may arrive at any rate. */
const graceMs = 2_000;
/** Minimum average rate of a body after `graceMs`, so that slow bodies do not occupy slots for long. */
const minBytesPerSecond = 1_000;
const checkIntervalMs = 250;

/**
 * Ends a request whose body arrives too slowly, with 400 `request_incomplete`, and closes the connection, because the
 * rest of the body would precede the next request. A `preParsing` hook of Fastify.
 */
export function endSlowBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  payload: RequestPayload,
  done: (error: null) => void,
): void {
  // Most bodies arrive with the headers.
  if (!hasBody(raw) || raw.complete) return done(null);
  const startedAt = performance.now();
  let received = 0;
  const timer = setInterval(() => {
    const required = ((performance.now() - startedAt - graceMs) / 1000) * minBytesPerSecond;
    if (received >= required) return;
    stop();
    if (reply.sent) return;
    reply.header('connection', 'close');
    // Fastify reads the stream, and rejects the request with the error of the stream. `destroy` would also close the
    // connection before the response is sent.
    payload.emit('error', new ApiError('request_incomplete'));
  }, checkIntervalMs);
  const stop = () => clearInterval(timer);
  // The stream does not flow before the next tick. Fastify adds its listeners before that.
  payload.on('data', (chunk: Buffer) => (received += chunk.length));
  payload.once('end', stop).once('error', stop);
  reply.raw.once('close', stop);
  done(null);
}
