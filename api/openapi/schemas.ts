import { z } from 'zod';
import * as error from '../../domain/contracts/error.ts';
import * as event from '../../domain/contracts/event.ts';

export type JsonSchema = Record<string, unknown>;

const componentPrefix = '#/components/schemas/';

/** Contracts that no route has in its table, but the description needs. */
export const furtherContracts = { ...error, ...event };

/** The JSON Schema (2020-12) of every contract that has an id, by that id. */
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

/** The JSON Schema of a contract, or a reference where it is a component. */
export function schemaOf(contract: z.ZodType): JsonSchema {
  const id = contract.meta()?.id;
  if (id !== undefined) return { $ref: `${componentPrefix}${id}` };
  return withoutKeys(z.toJSONSchema(contract, { io: 'input', override: tidy }), '$schema');
}

/** Puts in what a contract says that it is described as, and leaves out what tells a reader nothing. */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const meta = z.globalRegistry.get(zodSchema) as { describedAs?: JsonSchema } | undefined;
  if (meta?.describedAs !== undefined) {
    for (const key of Object.keys(jsonSchema))
      if (key !== 'description') Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, meta.describedAs);
  }
  delete jsonSchema['describedAs'];
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['format'] === 'uuid' || jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
}

function withoutKeys(schema: JsonSchema, ...keys: string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
