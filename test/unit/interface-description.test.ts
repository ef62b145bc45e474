import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { examples } from '../../api/openapi/examples.ts';
import { routes } from '../../api/route-table.ts';
import type { JsonSchema } from '../../api/openapi/schemas.ts';

const description = buildOpenApi(examples);

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
    ...entries.filter(([, entry]) => !entry['description']).map(([name]) => `${at}/${name}`),
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

describe('code samples', () => {
  test.for(operations)('$name has samples in three languages, without placeholders', ({ samples }) => {
    expect(samples.map(({ lang }) => lang)).toEqual(['Shell', 'JavaScript', 'Python']);
    for (const { source } of samples) {
      expect(source).toContain('X-API-Key');
      expect(source).not.toMatch(/undefined|\{\w+_id\}|\/\w+_id\b/);
    }
  });
});
