import type { Socket } from 'node:net';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { isUuid } from '../domain/blob-path.ts';
import { ApiError, type ErrorCode, errorReply, validationError } from '../domain/errors.ts';
import { addHealthRoutes, type Condition, healthChecks } from '../runtime/health.ts';
import type { ReadRequest } from '../storage/postgres/api-keys.ts';
import { isOverload } from '../storage/postgres/overload.ts';
import { StorageFault } from '../storage/s3/storage-fault.ts';
import { type Admission, createAdmission } from './load-shedding.ts';
import { authenticate, type Authenticated } from './authenticate.ts';
import type { ApiDeps } from './deps.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import { RequestLog } from './request-log.ts';
import type { ApiReply, Route } from './route.ts';
import { routes } from './route-table.ts';
import { traceRequests } from './trace-requests.ts';
import { validate } from './validate.ts';

const maxBodyBytes = 2 ** 20;
/** For all of a request to arrive. */
const requestTimeoutMs = 30_000;

/** For all of an answer to be made; an operation may need longer. */
const answerTimeoutMs = 30_000;
/** Nothing goes either way: longer than any answer takes, and the end of one that nobody reads. */
const idleConnectionMs = 120_000;
/** Nobody comes back at once to what was overloaded. */
const overloadedRetryAfterSeconds = 5;

/** In place of a body that cannot be read; routes that take none do not mind. */
const unreadable = {
  notJson: Symbol('must be JSON, with the content type application/json'),
  malformed: Symbol('must be well-formed JSON'),
};
const unreadables: unknown[] = Object.values(unreadable);

/** Longer than any id: one that is too long is a fault of the path like any other. */
const maxParamLength = 4_000;

/** The HTTP application: the route table behind authentication, limits, validation and the one error mapper. */
export function createApp(deps: ApiDeps): FastifyInstance {
  const sendError = errorSender(deps);
  const isDraining = deps.draining ?? (() => false);
  const app = fastify({
    loggerInstance: deps.log,
    logController: new RequestLog(),
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleConnectionMs,
    handlerTimeout: answerTimeoutMs,
    // A request that comes on an open connection while the server closes is answered, and is the last on it.
    return503OnClosing: false,
    // Its absence is answered like any other fault, if it matters.
    http: { requireHostHeader: false },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength },
    clientErrorHandler: answerClientError(deps),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    // The id is for the log alone: no response carries one (specification 7).
    requestIdHeader: false,
  });
  deps.metrics?.watch(app);
  if (deps.tracing !== undefined) traceRequests(app, deps.tracing);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new ApiError('route_not_found');
  });
  // What is not there is not there, whatever its method needs and its body is.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? new ApiError('route_not_found') : undefined);
  });
  // RFC 9110, 10.1.1: an expectation that is not understood may be passed over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Connections end with the next answer on them: none is cut off later, and none keeps the process.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
  addBodyParsers(app);
  addHealthRoutes(app, healthChecks(deps), () => conditionOf(isDraining()));
  addDocsRoutes(app);
  const admit = createAdmission(deps.maxRequests, deps.database);
  for (const route of routes) addRoute(app, route, deps, admit);
  return app;
}

/** What drains still answers, and is not ready. */
export function conditionOf(draining: boolean): Condition {
  return draining ? { ready: false, shown: { draining: true } } : { ready: true, shown: {} };
}

function addRoute(app: FastifyInstance, route: Route, deps: ApiDeps, admit: Admission): void {
  const { operation } = route;
  const places = new WeakMap<FastifyRequest, () => void>();
  const admitted = new WeakMap<FastifyRequest, Authenticated>();
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    handlerTimeout: operation.answerTimeoutMs ?? answerTimeoutMs,
    // Everything that does not need the body comes before it is read.
    onRequest: async (request, reply) => {
      places.set(request, admit(request.raw, reply.raw));
      const authenticated = await authenticate(request.raw, deps, readOf(operation, request.params));
      const caller = authenticated.key;
      await deps.limiter.consume(caller, route.bucket);
      if (route.sandboxOnly && caller.environment === 'live') throw new ApiError('sandbox_only');
      operation.refuse?.(caller, request.query as Record<string, unknown>);
      admitted.set(request, authenticated);
    },
    onSend: (request, _reply, payload, done) => {
      places.get(request)?.();
      done(null, payload);
    },
    handler: async (request, reply) => {
      if (operation.body !== undefined && unreadables.includes(request.body)) {
        throw validationError({ field: 'body', message: (request.body as symbol).description! });
      }
      const { params, query, body } = validate(operation, request);
      const { key: caller, found } = admitted.get(request)!;
      const { log } = request;
      return send(reply, await operation.handle({ caller, params, query, body, found, deps, log }));
    },
  });
}

/** What to read together with the key; nothing when the path does not name anything that could be read. */
function readOf({ read }: Route['operation'], params: unknown): ReadRequest | null {
  if (read === undefined) return null;
  const ids = Object.values(params as Record<string, string>);
  return ids.every(isUuid) ? { read, ids } : null;
}

function send(reply: FastifyReply, answer: ApiReply): FastifyReply {
  reply.code(answer.status);
  if ('empty' in answer) return reply.send();
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send('json' in answer ? answer.json : JSON.stringify(answer.body));
}

/** JSON is parsed here; whatever else a request carries is passed over. */
function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // RFC 8259, 8.1: JSON is in UTF-8, and a byte order mark may be passed over.
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(utf8.decode(bytes as Buffer)));
    } catch {
      done(null, unreadable.malformed);
    }
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => {
    done(null, unreadable.notJson);
  });
}

/** The one place where what went wrong becomes an answer. */
function errorSender({ publicUrl, metrics }: Pick<ApiDeps, 'publicUrl' | 'metrics'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const apiError = toApiError(error, request);
    metrics?.refused(apiError.code);
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
  // Nobody will read it: the client went away with its request half sent. Told by the error itself and not by its code, which
  // a connection to Postgres that broke has too.
  if (error === raw.errored) return new ApiError('malformed_request', { cause: error });
  if (error instanceof StorageFault) return new ApiError('storage', { cause: error });
  if (isOverload(error)) return overloaded(error);
  switch ((error as Partial<FastifyError>).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('body_too_large');
    case 'FST_ERR_HANDLER_TIMEOUT':
      // While the body was still to come, it was the client that took its time.
      return raw.complete ? overloaded(error) : new ApiError('request_incomplete', { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return validationError({ field: 'body', message: 'must be as long as its Content-Length says' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return validationError({ field: 'body', message: unreadable.notJson.description! });
    default:
      return frameworkRefused(error)
        ? new ApiError('route_not_found', { cause: error })
        : new ApiError('internal', { cause: error });
  }
}

function overloaded(cause: unknown): ApiError {
  return new ApiError('overloaded', { retryAfterSeconds: overloadedRetryAfterSeconds, cause });
}

/** True for what Fastify and its plugins refuse by themselves, such as a path that leads out of a folder. */
function frameworkRefused(error: unknown): boolean {
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  return code?.startsWith('FST_') === true && statusCode < 500;
}

/** By the code that Node gives them. */
const clientErrors: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_incomplete',
};

/** What does not even arrive as HTTP has no request and no reply, only a connection. */
function answerClientError({ publicUrl, metrics }: Pick<ApiDeps, 'publicUrl' | 'metrics'>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Nothing came, so there is nothing to answer.
    if (!socket.writable || socket.bytesRead === 0) return void socket.destroy();
    const code = clientErrors[error.code ?? ''] ?? 'malformed_request';
    metrics?.refused(code);
    const { status, body } = errorReply(new ApiError(code), publicUrl);
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  };
}
