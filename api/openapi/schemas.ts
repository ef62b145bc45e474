import { z } from 'zod';
import * as error from '@assay/domain/contracts/error.ts';
import * as event from '@assay/domain/contracts/event.ts';

export type JsonSchema = Record<string, unknown>;

const componentPrefix = '#/components/schemas/';

/** Schemas of errors and events. The interface description needs them, but no route declares them. */
export const errorAndEventSchemas = { ...error, ...event };

/** Returns the JSON Schemas (2020-12) of all contracts that have an id, by id. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'input',
    uri: (id) => `${componentPrefix}${id}`,
    override: tidy,
  });
  return Object.fromEntries(
    Object.entries(schemas as Record<string, JsonSchema>)
      .filter(([id]) => !id.startsWith('__'))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, withoutKeys(schema, '$schema', '$id', 'id')]),
  );
}

/** Returns the JSON Schema of a contract, or a reference if the contract is a component (has an id). */
export function schemaOf(contract: z.ZodType): JsonSchema {
  const id = contract.meta()?.id;
  if (id !== undefined) return { $ref: `${componentPrefix}${id}` };
  return withoutKeys(z.toJSONSchema(contract, { io: 'input', override: tidy }), '$schema');
}

const keysBesideReplacement = ['description', 'examples'];

/**
 * Replaces a generated schema by the `jsonSchema` in the `meta` of its contract, if any, and removes redundant
 * keywords.
 */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const meta = z.globalRegistry.get(zodSchema) as { jsonSchema?: JsonSchema } | undefined;
  if (meta?.jsonSchema !== undefined) {
    for (const key of Object.keys(jsonSchema))
      if (!keysBesideReplacement.includes(key)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, meta.jsonSchema);
  }
  delete jsonSchema['jsonSchema'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['format'] === 'uuid' || jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
}

function withoutKeys(schema: JsonSchema, ...keys: string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
