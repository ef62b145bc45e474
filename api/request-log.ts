import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line a request, when it has been answered; Fastify asks for a subclass. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // What is under way is of interest only when it has ended.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, url, ip } = request;
    const { statusCode, elapsedTime } = reply;
    const line = { method, url, ip, statusCode, ms: Math.round(elapsedTime) };
    if (error) request.log.warn({ ...line, err: error }, 'answer not sent');
    else request.log.info(line, 'answered');
  }
}
