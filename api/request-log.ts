import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Maximum number of characters of a URL in the log. Node accepts URLs of 16 KB, also for unknown routes. */
const maxUrlCharacters = 2_000;

/** Writes one log line per request, after its response. Fastify requires a subclass of `LogController`. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Nothing is logged here, because `requestCompleted` logs every request.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, ip } = request;
    const url =
      request.url.length > maxUrlCharacters ? `${request.url.slice(0, maxUrlCharacters)}…` : request.url;
    const { statusCode, elapsedTime } = reply;
    const line = { method, url, ip, ...request.callerId, statusCode, ms: Math.round(elapsedTime) };
    if (error) request.log.warn({ ...line, err: error }, 'response not sent');
    else request.log.info(line, 'request completed');
  }
}
