import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Writes one log line for each request, after its response. To change its request logging, Fastify requires a subclass
 * of `LogController`.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Nothing is logged here, because `requestCompleted` logs every request.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, url, ip } = request;
    const { statusCode, elapsedTime } = reply;
    const line = { method, url, ip, statusCode, ms: Math.round(elapsedTime) };
    if (error) request.log.warn({ ...line, err: error }, 'response not sent');
    else request.log.info(line, 'request completed');
  }
}
