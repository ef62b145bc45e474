import type { FastifyRequest } from 'fastify';

/**
 * What a request is counted and traced under: the route as the specification writes it, with `{name}` for what stands in its
 * path. Nothing in it is of the client's choosing.
 */
export function routeOf({ method, is404, routeOptions }: FastifyRequest): {
  http_request_method: string;
  http_route: string;
} {
  // OpenTelemetry's semantic conventions have this word for methods that are not known.
  if (is404 || routeOptions.url === undefined) return { http_request_method: '_OTHER', http_route: 'none' };
  return { http_request_method: method, http_route: routeOptions.url.replace(/:(\w+)/g, '{$1}') };
}
