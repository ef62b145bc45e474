import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '@assay/domain/displayed-media.ts';
import { locationOf, validationError } from '@assay/domain/errors.ts';
import { isRightLost } from '@assay/storage/database/database-errors.ts';
import type { ApiDeps } from './deps.ts';
import { hasBody } from './has-body.ts';
import type { RequestSlot } from './load-shedding.ts';
import { UnreadableBody } from './read-json.ts';
import type { ApiReply, Operation, RequestContext } from './route.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's slot in the load shedder. Null until the load shedder has admitted the request. */
    slot: RequestSlot | null;
    /** Result of `admit`. Null until the request has passed all checks that run before the body is read. */
    admitted: Admitted | null;
    /** The id of the caller, for the log. Null until the key or the session is known. */
    callerId: { keyId: string } | { memberId: string } | null;
    /** True if the body had not arrived yet when the request was admitted. */
    isBodyLate: boolean;
  }
}

/** Maximum milliseconds to build a response. The `handlerTimeoutMs` of an operation overrides this value. */
export const handlerTimeoutMs = 30_000;

/** A request that has passed all checks that need no request body. */
export interface Admitted {
  slot: RequestSlot;
  params: unknown;
  /**
   * Checks once more that the caller may send this request, and throws otherwise. Called if the body arrives late, and
   * if a change was not written because its author has lost the right to it. Absent if the request needs no right.
   */
  confirm?: () => Promise<void>;
}

type Handler<Request> = Pick<
  Operation<unknown, unknown, unknown>,
  'params' | 'query' | 'body' | 'handlerTimeoutMs'
> & {
  /** Maximum size of the body in bytes. Default: that of the app. */
  maxBodyBytes?: number;
  handle: (request: Request) => ApiReply | Promise<ApiReply>;
};

/** Values that `addOperation` adds to an admitted request. */
type Validated = RequestContext & { params: unknown; query: unknown; body: unknown };

/**
 * Adds a route. Each request is admitted, then validated, then handled.
 * @param admit runs before the body is read. It sets `request.slot` as soon as the request has a slot, and throws if
 *   the request is rejected.
 */
export function addOperation<T extends Admitted>(
  app: FastifyInstance,
  { method, path, operation }: { method: string; path: string; operation: Handler<T & Validated> },
  deps: ApiDeps,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<T>,
): void {
  app.route({
    method,
    url: urlPatternOf(path),
    handlerTimeout: operation.handlerTimeoutMs ?? handlerTimeoutMs,
    ...(operation.maxBodyBytes === undefined ? {} : { bodyLimit: operation.maxBodyBytes }),
    onRequest: async (request, reply) => {
      request.admitted = await admit(request, reply);
      request.isBodyLate = hasBody(request.raw) && !request.raw.complete;
      request.slot!.receiveBody(request.raw);
    },
    onSend: (request, _reply, payload, done) => {
      request.slot?.free();
      done(null, payload);
    },
    handler: async (request, reply) => {
      request.slot!.handle();
      const admitted = request.admitted as T;
      // A body can take half a minute to arrive. The caller may lose the key, the role or the session in this time.
      if (request.isBodyLate) await admitted.confirm?.();
      if (operation.body !== undefined && request.body instanceof UnreadableBody) {
        throw validationError({ field: 'body', message: request.body.message });
      }
      const parts = { params: admitted.params, query: request.query, body: request.body };
      const validated = validate(operation, parts);
      const checked = { deps, ...admitted, ...validated, log: request.log };
      let response: ApiReply;
      try {
        response = await operation.handle(checked);
      } catch (error) {
        if (isRightLost(error)) await admitted.confirm?.();
        throw error;
      }
      return send(reply, response, deps.publicUrl);
    },
  });
}

/** Returns the pattern of Fastify for a path of the route table: `/a/{id}` becomes `/a/:id`. */
export const urlPatternOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

function send(reply: FastifyReply, response: ApiReply, publicUrl: string | null): FastifyReply {
  reply.code(response.status);
  if (response.location !== undefined) reply.header('location', locationOf(response.location, publicUrl));
  if ('empty' in response) return reply.send();
  if ('file' in response) {
    const { name, contentType, content } = response.file;
    return reply
      .header('content-type', contentType)
      .header('content-disposition', attachment(name))
      .send(Buffer.from(content));
  }
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send('json' in response ? response.json : JSON.stringify(response.body));
}
