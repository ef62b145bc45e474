import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { examples } from '../../api/openapi/examples.ts';
import { routes } from '../../api/route-table.ts';
import type { JsonSchema } from '../../api/openapi/schemas.ts';

const description = buildOpenApi(examples);
const { schemas } = description['components'] as { schemas: Record<string, JsonSchema> };

/** Returns the paths of all properties and parameters below `node` that have no description. */
function undescribed(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, parameters } = node as { properties?: JsonSchema; parameters?: JsonSchema };
  const entries = [
    ...Object.entries(properties ?? {}),
    // The `parameters` of a link are an object of expressions, not an array.
    ...(Array.isArray(parameters) ? (parameters as JsonSchema[]) : []).map((parameter) => [
      String(parameter['name']),
      parameter,
    ]),
  ] as [string, JsonSchema][];
  return [
    // The test below checks the descriptions of components.
    ...entries
      .filter(([, entry]) => !entry['description'] && !entry['$ref'])
      .map(([name]) => `${at}/${name}`),
    ...Object.entries(node)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .flatMap(([key, child]) => undescribed(child, `${at}/${key}`)),
  ];
}

test('every property and every parameter has a description', () => {
  expect(undescribed(description['components'], 'components')).toEqual([]);
  expect(undescribed(description['paths'], 'paths')).toEqual([]);
  expect(undescribed(description['webhooks'], 'webhooks')).toEqual([]);
});

test('every component has a description', () => {
  for (const [id, schema] of Object.entries(schemas)) expect(schema['description'], id).toBeTruthy();
});

test('the linter finds nothing', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The terms of use are decided by the operator of each installation.
      'info-license': 'off',
      'operation-description': 'error',
      'operation-tag-defined': 'error',
    },
  });
  const problems = await lintFromString({
    source: JSON.stringify(description),
    absoluteRef: 'openapi.json',
    config,
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('a link leads to every operation whose path parameters are ids', () => {
  const linked = Object.values(description['paths'] as Record<string, Record<string, JsonSchema>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses as Record<string, { links?: JsonSchema }>))
    .flatMap(({ links = {} }) => Object.entries(links as Record<string, { parameters: JsonSchema }>))
    .map(([id, { parameters }]) => [id, Object.keys(parameters)]);
  const withIds = routes
    .map(
      ({ path, operation }) =>
        [operation.id, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)] as const,
    )
    .filter(([, names]) => names.length > 0 && names.every((name) => name.endsWith('_id')));
  expect(linked.toSorted()).toEqual(withIds.toSorted());
});

interface Sample {
  lang: string;
  source: string;
}

const operations = Object.entries(description['paths'] as Record<string, Record<string, JsonSchema>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      samples: operation['x-codeSamples'] as Sample[],
    })),
);

/** Calls `visit` with every schema, parameter or other object below `node`. */
function walk(node: unknown, visit: (value: JsonSchema, at: string) => void, at = ''): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as JsonSchema, at);
  for (const [key, child] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') walk(child, visit, `${at}/${key}`);
}

// These tests are about programs that read the description. test/e2e/generated-clients runs such programs.
describe('for generated clients', () => {
  test('responses permit fields that a later release adds; requests are as strict as the API', () => {
    const closed = Object.entries(schemas)
      .filter(([, schema]) => JSON.stringify(schema).includes('"additionalProperties":false'))
      .map(([id]) => id);
    // Parts of profiles are in requests and in responses, so their schemas permit more than the API does.
    expect(closed).toEqual([
      'CreateProfileRequest',
      'CreateReportLinkRequest',
      'DecideManyRequest',
      'DecideRequest',
      'SignOffRequest',
      'StartTrialRequest',
      'UpdateProfileRequest',
      'UpdateSubscriptionRequest',
    ]);
    // Clients of openapi-generator in Go reject further fields unless the schema explicitly permits them.
    expect(schemas['Submission']!['additionalProperties']).toBe(true);
    const strict = buildOpenApi(examples, { responses: 'closed' });
    expect(JSON.stringify(strict).match(/"additionalProperties":false/g)!.length).toBeGreaterThan(50);
  });

  test('every enum, and every object below a property or an array, is a component with a name', () => {
    const unnamed: string[] = [];
    walk(description, (schema, at) => {
      const isComponent = /^\/components\/schemas\/\w+$/.test(at);
      const isMap = typeof schema['additionalProperties'] === 'object';
      const { enum: values, properties } = schema;
      if (!isComponent && !isMap && (Array.isArray(values) || (properties && at.includes('schema'))))
        unnamed.push(at);
    });
    expect(unnamed).toEqual([]);
  });

  test('sizes and sums of credits are 64-bit integers', () => {
    const integers = new Map<string, unknown>();
    walk({ schemas }, (schema, at) => {
      if ([schema['type']].flat().includes('integer'))
        integers.set(at.replace(/.*\/properties\/(\w+).*/, '$1'), schema['format']);
    });
    const large = [...integers.keys()].filter((name) => /bytes|credits|contentLength/i.test(name));
    expect(large.length).toBeGreaterThanOrEqual(5);
    for (const [name, format] of integers)
      expect(format, name).toBe(large.includes(name) ? 'int64' : undefined);
  });

  test('no schema has the name that generators give to the response or the parameters of an operation', () => {
    const derived = routes
      .map(({ operation: { id } }) => id.charAt(0).toUpperCase() + id.slice(1))
      .flatMap((name) => ['', 'Response', 'Params', 'Parameters', 'Data', 'Error'].map((end) => name + end));
    expect(Object.keys(schemas).filter((id) => derived.includes(id))).toEqual([]);
    const ids = Object.keys(schemas).map((id) => id.toLowerCase());
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the constants of all enums have different names', () => {
    const names = Object.values(schemas).flatMap((schema) => (schema['x-enum-varnames'] ?? []) as string[]);
    expect(names.length).toBeGreaterThan(50);
    expect(new Set([...names, ...Object.keys(schemas)]).size).toBe(
      names.length + Object.keys(schemas).length,
    );
  });

  test.for(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s: a request with all defaults is accepted, and means the same as one without',
    ([, { method, path, operation }]) => {
      const { parameters = [] } = (description['paths'] as Record<string, Record<string, JsonSchema>>)[path]![
        method.toLowerCase()
      ] as { parameters?: { name: string; schema: JsonSchema }[] };
      const defaults = parameters
        .filter(({ schema }) => 'default' in schema)
        .map(({ name, schema }) => [name, String(schema['default'])]);
      const query = Object.fromEntries(defaults) as Record<string, string>;
      for (const environment of ['live', 'sandbox'] as const)
        operation.checkQuery?.({ environment } as never, query);
      if (operation.query !== undefined)
        expect(operation.query.parse(query)).toEqual(operation.query.parse({}));
    },
  );
});

describe('request bodies', () => {
  const bodies = routes
    .filter(({ operation }) => operation.body !== undefined)
    .map(({ operation }) => {
      const id = operation.body!.meta()!.id!;
      const { properties, required = [] } = schemas[id] as {
        properties: Record<string, JsonSchema>;
        required?: string[];
      };
      return [id, operation.body!, properties, required] as const;
    });

  test.for(bodies)('%s: its examples are accepted', ([, contract, properties]) => {
    const entries = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema)]);
    contract.parse(Object.fromEntries(entries));
  });

  test.for(bodies)('%s: a default means the same as no value', ([, contract, properties, required]) => {
    const body = Object.fromEntries(required.map((name) => [name, exampleOf(properties[name]!)]));
    const defaults = Object.entries(properties)
      .filter(([, schema]) => 'default' in schema)
      .map(([name, schema]) => [name, schema['default']]);
    expect(contract.parse({ ...body, ...Object.fromEntries(defaults) })).toEqual(contract.parse(body));
  });

  test.for(bodies)(
    '%s: null for an optional field is the same as leaving it out',
    ([, contract, ...rest]) => {
      const [properties, required] = rest;
      const body = Object.fromEntries(required.map((name) => [name, exampleOf(properties[name]!)]));
      for (const name of Object.keys(properties).filter((key) => !required.includes(key))) {
        expect(contract.parse({ ...body, [name]: null })).toEqual(contract.parse(body));
        expect(JSON.stringify(properties[name])).toContain('"null"');
      }
    },
  );
});

/** Returns the value that tools for requests use: the example, or the first one that the schema implies. */
function exampleOf(schema: JsonSchema): unknown {
  if ('example' in schema) return schema['example'];
  if ('default' in schema) return schema['default'];
  if (schema['type'] === 'boolean') return true;
  if (Array.isArray(schema['anyOf'])) return exampleOf((schema['anyOf'] as JsonSchema[])[0]!);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['type'] === 'array') return [exampleOf(schema['items'] as JsonSchema)];
  if (schema['type'] === 'object') {
    const properties = Object.entries(schema['properties'] as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (typeof schema['$ref'] === 'string') return exampleOf(schemas[schema['$ref'].split('/').at(-1)!]!);
  throw new Error(`no example: ${JSON.stringify(schema)}`);
}

describe('code samples', () => {
  test.for(operations)('$name has samples in three languages, without placeholders', ({ samples }) => {
    expect(samples.map(({ lang }) => lang)).toEqual(['Shell', 'JavaScript', 'Python']);
    for (const { source } of samples) {
      expect(source).toContain('X-API-Key');
      expect(source).not.toMatch(/undefined|\{\w+_id\}|\/\w+_id\b/);
    }
  });
});
