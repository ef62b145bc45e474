import type { Socket } from 'node:net';
import { negotiate } from '@fastify/accept-negotiator';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RequestPayload,
} from 'fastify';
import { ApiError, type ErrorCode, errorReply, validationError } from '@assay/domain/errors.ts';
import { addHealthRoutes, type Condition, healthChecks } from '@assay/runtime/health.ts';
import { type ApiKey, recordKeyUse } from '@assay/storage/accounts/api-keys.ts';
import { isOverload } from '@assay/storage/database/database-errors.ts';
import { createKeyLookup } from '@assay/storage/accounts/key-lookup.ts';
import { StorageFault } from '@assay/storage/s3/storage-fault.ts';
import { addOperation, handlerTimeoutMs } from './add-operation.ts';
import { admitKey } from './admit-key.ts';
import { addPreflights } from './cors.ts';
import { addConsoleRoutes } from './console/add-console-routes.ts';
import { addConsoleFiles, consolePath } from './console/static-routes.ts';
import type { ApiDeps } from './deps.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import { createLoadShedder } from './load-shedding.ts';
import { createUseRecorder } from './record-use.ts';
import { readBody } from './read-body.ts';
import { notJson, readJson } from './read-json.ts';
import { addReportKeys } from './report-keys.ts';
import { RequestLog } from './request-log.ts';
import { routes } from './route-table.ts';
import { addSharedReports } from './shared-reports.ts';
import { traceRequests } from './trace-requests.ts';

const maxBodyBytes = 2 ** 20;
/**
 * Maximum bytes of a body that Node keeps before the request is admitted, beyond one read of the socket. In chunks of
 * one byte, they take 300 times as much memory.
 */
const unreadBodyBytes = 2 ** 13;
/** Maximum milliseconds for a client to send a whole request, including the headers. */
const requestTimeoutMs = 30_000;
/** Interval at which Node looks for requests that exceed `requestTimeoutMs`. Such requests end at most 5 s later. */
const requestTimeoutCheckMs = 5_000;
/**
 * Maximum milliseconds without traffic on a connection. Must exceed the longest time limit of a handler, because a
 * handler sends nothing before its response. The timeout also closes the connection of a client that does not read the
 * response.
 */
const idleConnectionTimeoutMs = 120_000;
const overloadedRetryAfterSeconds = 5;

/**
 * Maximum length of a path parameter. Fastify does not route requests with longer parameters, which get a 404. The
 * limit far exceeds the length of an id, so that an overlong id gets a 422 like any other malformed id.
 */
const maxParamLength = 4_000;

/** Creates the HTTP application with load shedding, authentication, rate limits, validation and all routes. */
export function createApp(deps: ApiDeps): FastifyInstance {
  const sendError = createErrorHandler(deps);
  const isDraining = deps.draining ?? (() => false);
  const app = fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    trustProxy: [...(deps.trustProxy ?? [])],
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleConnectionTimeoutMs,
    handlerTimeout: handlerTimeoutMs,
    // A server that is closing still handles requests on open connections, and closes each connection after the
    // response.
    return503OnClosing: false,
    http: {
      // If true, Node rejects a request without a Host header with an empty response body. Specification 7 requires a
      // JSON body.
      requireHostHeader: false,
      // The default of `headersTimeout` is 60 s. Node applies the longer of `headersTimeout` and `requestTimeout` to
      // the whole request.
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutCheckMs,
      highWaterMark: unreadBodyBytes,
    },
    // RFC 9110, 9.1: every server supports HEAD. Each GET route also gets a HEAD route with the same hooks and handler.
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength },
    clientErrorHandler: createClientErrorHandler(deps),
    frameworkErrors: (error, request, reply) => {
      forbidCaching(reply);
      protectFromBrowsers(reply);
      void sendError(error, request, reply);
    },
    // Request ids are for the log only. They are not read from a request header, and no response contains one
    // (specification 7).
    requestIdHeader: false,
  });
  deps.metrics?.instrument(app);
  if (deps.tracing !== undefined) traceRequests(app, deps.tracing);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new ApiError('route_not_found');
  });
  // A request to an unknown route gets a 404 for every method and every body.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new ApiError('route_not_found') : undefined);
  });
  // RFC 9110, 10.1.1: a server may ignore an `Expect` header that it does not support.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const protectFromBrowsers = createBrowserProtection(deps.publicUrl);
  app.addHook('onSend', (_request, reply, payload, done) => {
    forbidCaching(reply);
    protectFromBrowsers(reply);
    // While the process drains, each connection is closed after its next response.
    if (isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
  addBodyParsers(app);
  addHealthRoutes(app, healthChecks(deps), () => conditionOf(isDraining()));
  addDocsRoutes(app, deps.publicUrl);
  addReportKeys(app, deps.database);
  if (deps.console !== undefined) addConsoleFiles(app, deps.console);
  redirectBrowsers(app, deps.console === undefined ? '/docs' : consolePath);
  app.decorateRequest('slot', null);
  app.decorateRequest('admitted', null);
  app.decorateRequest('callerId', null);
  app.decorateRequest('isBodyLate', false);
  const loadShedder = createLoadShedder(deps.maxRequests, deps.database);
  const recordUse = createUseRecorder('key', ({ id }: ApiKey) => recordKeyUse(deps.database, id), deps.log);
  const lookUp = createKeyLookup(deps.database);
  for (const route of routes)
    addOperation(app, route, deps, admitKey(route, deps, loadShedder, lookUp, recordUse));
  addSharedReports(app, deps, loadShedder);
  addPreflights(app, routes);
  if (deps.signIn !== undefined) addConsoleRoutes(app, deps, deps.signIn, loadShedder);
  return app;
}

/** Returns the readiness of a process. A draining process still responds to requests, but is not ready. */
export function conditionOf(draining: boolean): Condition {
  return draining ? { ready: false, shown: { draining: true } } : { ready: true, shown: {} };
}

/** Redirects `GET /` to `location` if the client prefers HTML to JSON. Other clients get a 404. */
function redirectBrowsers(app: FastifyInstance, location: string): void {
  app.get('/', (request, reply) => {
    reply.header('vary', 'accept');
    const preferred = negotiate(request.headers.accept ?? '', ['application/json', 'text/html']);
    if (preferred !== 'text/html') throw new ApiError('route_not_found');
    return reply.redirect(location, 302);
  });
}

/**
 * Sets headers that forbid caches to store a response or to send it to another API key. Does not change headers that
 * the route has already set, for example a route of the documentation.
 */
function forbidCaching(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (!reply.hasHeader('vary')) reply.header('vary', 'x-api-key');
}

const yearSeconds = 31_536_000;

/**
 * Returns a function that sets headers for browsers: they must not guess the type of a response, and must not load it
 * into a page of another site. If consumers reach the API by HTTPS, browsers must not use HTTP (HSTS).
 */
function createBrowserProtection(publicUrl: string | null): (reply: FastifyReply) => void {
  const isHttps = publicUrl?.startsWith('https:') === true;
  return (reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cross-origin-resource-policy', 'same-origin');
    if (isHttps) reply.header('strict-transport-security', `max-age=${yearSeconds}`);
  };
}

/** Adds the parsers of bodies. A body that cannot be parsed is replaced by an `UnreadableBody`. */
function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RequestPayload): Promise<unknown> =>
      readJson(await readBody(request, payload), request.headers),
  );
  app.addContentTypeParser(
    '*',
    async (request: FastifyRequest, payload: RequestPayload): Promise<unknown> => {
      await readBody(request, payload);
      return notJson;
    },
  );
}

function createErrorHandler({ publicUrl, metrics }: Pick<ApiDeps, 'publicUrl' | 'metrics'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const apiError = toApiError(error, request);
    metrics?.countError(apiError.code);
    const { status, headers, body } = errorReply(apiError, publicUrl);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return reply
      .code(status)
      .headers(headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  };
}

function toApiError(error: unknown, { raw }: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  // The client disconnected before it had sent the whole request. The comparison is by identity, because the error of a
  // broken Postgres connection has the same code.
  if (error === raw.errored) return new ApiError('malformed_request', { cause: error });
  if (error instanceof StorageFault) return new ApiError('storage', { cause: error });
  if (isOverload(error)) return overloaded(error);
  switch ((error as Partial<FastifyError>).code) {
    case 'FST_ERR_HANDLER_TIMEOUT':
      // If the request body is incomplete, the client was too slow. Otherwise the service was too slow.
      return raw.complete ? overloaded(error) : new ApiError('request_incomplete', { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return validationError({ field: 'body', message: notJson.message });
    default:
      return isRejectedByFastify(error)
        ? new ApiError('route_not_found', { cause: error })
        : new ApiError('internal', { cause: error });
  }
}

function overloaded(cause: unknown): ApiError {
  return new ApiError('overloaded', { retryAfterSeconds: overloadedRetryAfterSeconds, cause });
}

/** Returns true if Fastify or a plugin rejected the request, for example a path that leads out of a static folder. */
function isRejectedByFastify(error: unknown): boolean {
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  return code?.startsWith('FST_') === true && statusCode < 500;
}

/** API error codes for error codes of Node's HTTP parser and server. All other codes become `malformed_request`. */
const clientErrors: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_incomplete',
};

/**
 * Creates the handler for requests that Node cannot parse or that arrive too slowly. The handler writes the response to
 * the socket, because Node has created no response object.
 */
function createClientErrorHandler({ publicUrl, metrics }: Pick<ApiDeps, 'publicUrl' | 'metrics'>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // If no bytes arrived, the connection is closed without a response.
    if (!socket.writable || socket.bytesRead === 0) return void socket.destroy();
    const code = clientErrors[error.code ?? ''] ?? 'malformed_request';
    metrics?.countError(code);
    const { status, body } = errorReply(new ApiError(code), publicUrl);
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
        'Cache-Control: no-store\r\nVary: X-API-Key\r\nX-Content-Type-Options: nosniff\r\n' +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  };
}
