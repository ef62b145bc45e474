import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Maximum number of characters of the path of an unknown route in the log. Node accepts URLs of 16 KB. */
const maxPathCharacters = 2_000;

/** Maximum number of characters of a path parameter in the log. An id has 36. */
const maxIdCharacters = 100;

/**
 * Writes one log line per request, after its response. The line has the pattern of the route and the ids in the path.
 * It has no query, which can contain file names of customers. Fastify requires a subclass of `LogController`.
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
    const { method, ip } = request;
    const { statusCode, elapsedTime } = reply;
    const line = {
      method,
      ...placeOf(request),
      ip,
      ...request.callerId,
      statusCode,
      ms: Math.round(elapsedTime),
    };
    if (error) request.log.warn({ ...line, err: error }, 'response not sent');
    else request.log.info(line, 'request completed');
  }
}

/** Returns the route of a request and its path parameters. For an unknown route, returns the path. */
function placeOf({ routeOptions, params, url, is404 }: FastifyRequest): object {
  if (!is404 && routeOptions.url !== undefined) {
    const ids = Object.entries(params as Record<string, string>).map(
      ([name, value]) => [name, value.slice(0, maxIdCharacters)] as const,
    );
    return { route: routeOptions.url, ...(ids.length === 0 ? {} : { params: Object.fromEntries(ids) }) };
  }
  const path = url.split('?', 1)[0]!;
  return { path: path.length > maxPathCharacters ? `${path.slice(0, maxPathCharacters)}…` : path };
}
