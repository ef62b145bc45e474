import type { Payload, PayloadCodec } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';

/** A payload in the JSON format of protobuf: bytes are base64. */
interface JsonPayload {
  metadata?: Record<string, string>;
  data?: string;
}

/**
 * Maximum size of a request in bytes. Temporal limits a payload to 2 MB, and the Temporal UI sends all payloads of a
 * page in one request.
 */
const bodyLimit = 32 * 1024 * 1024;

/**
 * Adds `/codec/decode` and `/codec/encode`, with which the Temporal UI and CLI decode payloads
 * (https://docs.temporal.io/codec-server).
 *
 * The routes need no key, like all routes for operators. Browsers send the header `Origin`, and only pages of `origin`
 * are permitted. A page of another site can therefore not use the browser of an operator to decode payloads.
 */
export function addCodecRoutes(app: FastifyInstance, codec: PayloadCodec, origin: string): void {
  void app.register(
    (routes, _options, done) => {
      routes.addHook('onRequest', async (request, reply) => {
        if (request.headers.origin !== undefined && request.headers.origin !== origin)
          return reply.code(403).send({ message: 'origin not allowed' });
        reply.headers({ 'access-control-allow-origin': origin, 'cache-control': 'no-store', vary: 'origin' });
      });
      routes.options('/*', (_request, reply) =>
        reply
          .headers({
            'access-control-allow-methods': 'POST',
            'access-control-allow-headers': 'content-type, x-namespace',
          })
          .code(204)
          .send(),
      );
      for (const operation of ['decode', 'encode'] as const) {
        routes.post<{ Body: { payloads?: JsonPayload[] } | null }>(
          `/${operation}`,
          { bodyLimit },
          async ({ body }) => {
            const payloads = await codec[operation]((body?.payloads ?? []).map(fromJson));
            return { payloads: payloads.map(toJson) };
          },
        );
      }
      done();
    },
    { prefix: '/codec' },
  );
}

function fromJson({ metadata = {}, data = '' }: JsonPayload): Payload {
  const fields = Object.entries(metadata).map(
    ([name, value]) => [name, Buffer.from(value, 'base64')] as const,
  );
  return { metadata: Object.fromEntries(fields), data: Buffer.from(data, 'base64') };
}

function toJson({ metadata, data }: Payload): JsonPayload {
  const fields = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)] as const);
  return { metadata: Object.fromEntries(fields), data: base64(data ?? new Uint8Array()) };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
