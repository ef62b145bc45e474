import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '@assay/domain/errors.ts';
import { urlPatternOf } from './add-operation.ts';
import type { Route } from './route.ts';

// The page of the API reference is sandboxed, so browsers treat its requests as those of another origin (CORS). Pages
// of every origin may send requests with an API key. They gain nothing from the browser of a signed-in person, because
// the public API ignores cookies.

/** Seconds for which browsers may remember the response to a preflight request. */
const preflightSeconds = 7200;

/** Permits pages of every origin to read a response. */
export function permitEveryOrigin(reply: FastifyReply): void {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'Content-Disposition, Location, Retry-After');
}

/**
 * Adds responses to the preflight requests of browsers (OPTIONS) for each path of the routes. Other OPTIONS requests
 * get 404, as for every method that a path does not have.
 */
export function addPreflights(app: FastifyInstance, routes: readonly Pick<Route, 'method' | 'path'>[]): void {
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const methods = ofPath.map(({ method }) => method).join(', ');
    app.options(urlPatternOf(path), (request, reply) => {
      if (request.headers['access-control-request-method'] === undefined)
        throw new ApiError('route_not_found');
      permitEveryOrigin(reply);
      return reply
        .code(204)
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', 'X-API-Key, Content-Type')
        .header('access-control-max-age', preflightSeconds)
        .send();
    });
  }
}
