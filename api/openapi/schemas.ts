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
      .map(([id, schema]) => [id, withConstantNames(id, withoutKeys(schema, '$schema', '$id', 'id'))]),
  );
}

/**
 * Adds a name for the constant of each value of an enum: the id of the enum without its last word, and the value. Some
 * generators use the names for constants of one scope (Go), where `failed` of two enums would clash.
 */
function withConstantNames(id: string, schema: JsonSchema): JsonSchema {
  const { enum: values } = schema as { enum?: string[] };
  if (values === undefined) return schema;
  const prefix = id.replace(/(?<=[a-z])[A-Z][a-z]+$/, '');
  const pascalCase = (value: string) =>
    value
      .replace(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
      .replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return { ...schema, 'x-enum-varnames': values.map((value) => prefix + pascalCase(value)) };
}

/** Returns the JSON Schema of a contract, or a reference if the contract is a component (has an id). */
export function schemaOf(contract: z.ZodType): JsonSchema {
  const id = contract.meta()?.id;
  if (id !== undefined) return { $ref: `${componentPrefix}${id}` };
  const generated = z.toJSONSchema(contract, { io: 'input', override: tidy }) as JsonSchema;
  const schema = withoutKeys(generated, '$schema', '$defs');
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${componentPrefix}`)) as JsonSchema;
}

/**
 * Returns a schema of a response that also permits properties it does not name, so that clients accept the fields
 * that a later release adds. Clients of openapi-generator in Go and Java reject them unless the schema says so.
 * @param isVariant true for a variant of a union, which says nothing about other properties. Clients in Go choose the
 *   only variant that has all properties.
 */
export function openSchema(schema: JsonSchema, isVariant: boolean): JsonSchema {
  const open = (key: string, value: unknown): unknown => {
    if (key !== 'additionalProperties' || value !== false) return value;
    return isVariant ? undefined : true;
  };
  return JSON.parse(JSON.stringify(schema, open)) as JsonSchema;
}

const keysBesideReplacement = ['description', 'examples'];

/**
 * Replaces a generated schema by the `jsonSchema` in the `meta` of its contract, if any, and removes redundant
 * keywords. Adds `example`, because some tools read this keyword of OpenAPI 3.0 and not `examples`.
 */
function tidy({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void {
  const meta = z.globalRegistry.get(zodSchema) as { jsonSchema?: JsonSchema } | undefined;
  if (meta?.jsonSchema !== undefined) {
    for (const key of Object.keys(jsonSchema))
      if (!keysBesideReplacement.includes(key)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, meta.jsonSchema);
  }
  delete jsonSchema['jsonSchema'];
  if (zodSchema instanceof z.ZodDiscriminatedUnion && 'oneOf' in jsonSchema)
    jsonSchema['discriminator'] = discriminatorOf(zodSchema);
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
  if (jsonSchema['format'] === 'uuid' || jsonSchema['format'] === 'date-time') delete jsonSchema['pattern'];
  allowNull(jsonSchema);
  const { examples } = jsonSchema as { examples?: unknown[] };
  if (examples !== undefined) Object.assign(jsonSchema, { examples, example: examples[0] });
}

/**
 * Replaces `anyOf` of a schema with a type and of null by one schema with both types. Some tools ignore keywords beside
 * `anyOf`, for example a default.
 */
function allowNull(jsonSchema: JsonSchema): void {
  const [schema, other, ...more] = (jsonSchema['anyOf'] ?? []) as JsonSchema[];
  if (typeof schema?.['type'] !== 'string' || other?.['type'] !== 'null' || more.length > 0) return;
  const outer = { ...jsonSchema };
  delete outer['anyOf'];
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  Object.assign(jsonSchema, schema, outer, { type: [schema['type'], 'null'] });
}

/** Returns the `discriminator` of a union of components. With it, generated clients choose the variant by its name. */
function discriminatorOf({ def }: z.ZodDiscriminatedUnion): JsonSchema {
  const variants = def.options as readonly z.ZodObject<Record<string, z.ZodLiteral<string>>>[];
  return {
    propertyName: def.discriminator,
    mapping: Object.fromEntries(
      variants.map((variant) => [variant.shape[def.discriminator]!.value, schemaOf(variant)['$ref']]),
    ),
  };
}

function withoutKeys(schema: JsonSchema, ...keys: string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
