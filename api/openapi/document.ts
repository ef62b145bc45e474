import type { z } from 'zod';
import { type ErrorCode, errors } from '@assay/domain/errors.ts';
import { type Route, tags } from '../route.ts';
import { routes } from '../route-table.ts';
import { codeSamples } from './code-samples.ts';
import { errorExample } from './error-example.ts';
import { linksOf } from './links.ts';
import type { Examples } from './examples.ts';
import { guide } from './guide.ts';
import { componentSchemas, errorAndEventSchemas, type JsonSchema, openSchema, schemaOf } from './schemas.ts';

/** The API version in the field `info.version` of the OpenAPI description (specification, section 9). */
const interfaceVersion = '0.1.0';

const commonErrors = [
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'tier_not_authorized',
  'workspace_suspended',
  'rate_limited',
  'missing_scope',
  'too_many_at_once',
  'internal',
  'overloaded',
] as const satisfies ErrorCode[];

const statusTexts: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  400: 'Bad request',
  401: 'Missing, invalid, expired or revoked key',
  402: 'The plan does not include this, or the workspace is suspended',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Content type not allowed, or not matching the file',
  422: 'Request validation failed',
  429: 'Rate limit exceeded',
  500: 'Storage error or internal failure',
  502: 'A blob could not be loaded from storage',
};

/** Address in the stored description, `docs/openapi.json`. */
const exampleUrl = 'https://assay.example';

/**
 * Returns the interface description (OpenAPI 3.1), generated from the contracts that validate requests.
 * @param serverUrl the URL of the service, without a slash at the end
 * @param responses `open` permits properties that a schema does not name. Our own tests use `closed`.
 */
export function buildOpenApi(
  examples: Examples,
  { serverUrl = exampleUrl, responses = 'open' }: { serverUrl?: string; responses?: 'open' | 'closed' } = {},
): JsonSchema {
  const schemas = componentSchemas();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: interfaceVersion,
      description: guide,
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: Object.entries({ ...tags, Events: 'The webhook requests that the service sends.' }).map(
      ([name, description]) => ({ name, description }),
    ),
    paths: pathsOf(examples),
    webhooks: Object.fromEntries(events.map(([type, id, ...event]) => [type, webhook(id, ...event)])),
    components: {
      schemas: responses === 'open' ? withOpenResponses(schemas) : schemas,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key of your workspace. `sk_live_…` is for real media, `sk_test_…` for the sandbox. The key needs the scope of ' +
            'the operation.',
        },
      },
    },
  };
}

/** Returns the schemas, of which those that no request body uses permit further properties. */
function withOpenResponses(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const requests = new Set(routes.map(({ operation }) => operation.body?.meta()?.id));
  const variants = new Set(
    Object.values(schemas).flatMap(({ oneOf = [] }) => (oneOf as JsonSchema[]).map(({ $ref }) => $ref)),
  );
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [
      id,
      requests.has(id) ? schema : openSchema(schema, variants.has(`#/components/schemas/${id}`)),
    ]),
  );
}

function pathsOf(examples: Examples): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  const described = new Set<string>();
  for (const route of routes) {
    // Operation ids must be unique. One operation has two paths, so its second path gets another id.
    const { id } = route.operation;
    const operationId = described.has(id) ? `${id}Alias` : id;
    described.add(id);
    const operation = operationOf(route, operationId, examples[id]);
    if (id === 'createSubscription') operation['callbacks'] = callbacks();
    if (id !== operationId) operation['summary'] = `${String(operation['summary'])} (second path)`;
    operation['x-codeSamples'] = codeSamples(route.method, route.path, operation);
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation;
  }
  return paths;
}

function operationOf(
  { method, operation, bucket, scopes, sandboxOnly }: Route,
  operationId: string,
  example: Examples[string] | undefined,
): JsonSchema {
  const { params, query, body } = operation;
  return {
    operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, accessOf(bucket, scopes)].filter(Boolean).join('\n\n'),
    ...((params ?? query)
      ? { parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')] }
      : {}),
    ...(body ? { requestBody: { required: true, content: json(body, example?.request) } } : {}),
    responses: {
      ...successesOf(operation, example?.responses ?? {}, linksOf(operation.id)),
      ...failuresOf([
        ...operation.errors,
        ...((params ?? query ?? body) ? (['invalid_request'] as const) : []),
        ...(method === 'GET' ? [] : (['body_too_large'] as const)),
        ...(sandboxOnly ? (['sandbox_only'] as const) : []),
        ...commonErrors,
      ]),
    },
  };
}

function accessOf(bucket: Route['bucket'], scopes: Route['scopes']): string {
  const names = scopes.map((scope) => `\`${scope}\``).join(' or ');
  return `Rate-limit bucket: \`${bucket}\`. Scope: ${names}.`;
}

function parametersOf(contract: z.ZodType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (contract === undefined) return [];
  const { properties = {} } = schemaOf(contract) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

function successesOf(
  { responses, contentTypes }: Route['operation'],
  examples: Record<string, unknown>,
  links: JsonSchema | undefined,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(responses).map(([status, contract]) => [
      status,
      {
        description: statusTexts[Number(status)],
        ...(status === '201' ? { headers: { Location: createdLocation } } : {}),
        ...(contract === null ? {} : { content: contentOf(contract, examples[status], contentTypes) }),
        ...(links === undefined ? {} : { links }),
      },
    ]),
  );
}

const createdLocation = {
  description: 'URL of the created resource.',
  required: true,
  schema: { type: 'string', format: 'uri-reference' },
};

const shapeContracts = {
  domain: errorAndEventSchemas.domainError,
  validation: errorAndEventSchemas.validationError,
  rate_limit: errorAndEventSchemas.rateLimitError,
  tier: errorAndEventSchemas.tierError,
};

/** Returns the OpenAPI responses for the given errors: one per status, with an example of each error. */
function failuresOf(codes: readonly ErrorCode[]): JsonSchema {
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: statusTexts[status],
        ...headersOf(same),
        content: {
          'application/json': {
            schema: schemaOf(shapeContracts[errors[same[0]!].shape]),
            examples: Object.fromEntries(same.map((code) => [code, errorExample(code)])),
          },
        },
      },
    ]),
  );
}

function headersOf(same: readonly ErrorCode[]): JsonSchema {
  const headers: JsonSchema = {};
  // Only a 429, and a 500 caused by overload, have a Retry-After header.
  const required = errors[same[0]!].status === 429;
  if (required || same.includes('overloaded')) {
    headers['Retry-After'] = {
      description: 'Seconds until the next request may succeed.',
      required,
      schema: { type: 'integer', minimum: 1 },
    };
  }
  if (same.includes('asset_already_submitted')) {
    headers['Location'] = {
      description:
        'URL of the submission that has the asset. Absent if the request itself names the asset twice, or if the submission has expired.',
      schema: { type: 'string', format: 'uri-reference' },
    };
  }
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const json = (contract: z.ZodType, example?: unknown) => contentOf(contract, example);

function contentOf(
  contract: z.ZodType,
  example: unknown,
  contentTypes: readonly string[] = ['application/json'],
): JsonSchema {
  return Object.fromEntries(
    contentTypes.map((type, index) => [
      type,
      { schema: schemaOf(contract), ...(example === undefined || index > 0 ? {} : { example }) },
    ]),
  );
}

const signatureHeaders = Object.entries({
  'webhook-id': 'Identifier of the event, the same on every attempt.',
  'webhook-timestamp': 'Unix time of the attempt, in seconds.',
  'webhook-signature':
    'One or two signatures, separated by a space. Each is `v1,` and the base64 of an HMAC-SHA256 over ' +
    '`{webhook-id}.{webhook-timestamp}.{body}`.',
}).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const testHeader = {
  name: 'webhook-test',
  in: 'header',
  required: false,
  description:
    '`true` for a test event: one that a sandbox key fired, or an example event. Absent if an asset has finished. The ' +
    'signature does not cover this header.',
  schema: { type: 'string', examples: ['true'] },
};

const events: [type: string, operationId: string, summary: string, contract: z.ZodType][] = [
  [
    'asset.processing.completed',
    'assetProcessingCompleted',
    'An asset finished processing',
    errorAndEventSchemas.completedEvent,
  ],
  [
    'asset.processing.failed',
    'assetProcessingFailed',
    'An asset failed to process',
    errorAndEventSchemas.failedEvent,
  ],
];

/**
 * Returns the events as callbacks of the operation that creates a subscription. Some generators read only the schemas
 * that operations use, and ignore those of `webhooks`.
 */
function callbacks(): JsonSchema {
  return Object.fromEntries(
    events.map(([type, id, ...event]) => [
      type,
      { '{$request.body#/endpointUrl}': webhook(`${id}Callback`, ...event) },
    ]),
  );
}

function webhook(operationId: string, summary: string, contract: z.ZodType): JsonSchema {
  return {
    post: {
      operationId,
      tags: ['Events'],
      summary,
      description:
        'Sent to subscriptions and signed as [Standard Webhooks](https://www.standardwebhooks.com). Verify the signature, ' +
        'return a 2xx within 15 seconds, and ignore an `id` that you have already processed. Any other status is ' +
        'retried, except 410, which disables the subscription.',
      // Webhooks need no key, because their signature authenticates them.
      security: [],
      parameters: [...signatureHeaders, testHeader],
      requestBody: { required: true, content: json(contract) },
      responses: {
        '2XX': { description: 'The event was received.' },
        '410': { description: 'The subscription is disabled.' },
      },
    },
  };
}
