import type { z } from 'zod';
import { ApiError, type FieldFault, printable } from '@assay/domain/errors.ts';
import { faultText } from './fault-text.ts';

type Part = 'params' | 'query' | 'body';

/** Maximum length of an array, above the limits of all plans. Longer arrays are rejected unvalidated. */
const maxItems = 1_000;
/** Maximum number of faults that one response lists. */
export const maxFaults = 100;

/**
 * Validates the parameters, the query and the body of a request, and returns the parsed values. The value of a part
 * without a schema is undefined.
 * @throws {ApiError} 422 that names the invalid fields, at most 100
 */
export function validate(
  schemas: Partial<Record<Part, z.ZodType>>,
  request: Record<Part, unknown>,
): Record<Part, unknown> {
  const fields: FieldFault[] = schemas.body === undefined ? [] : overlongArrays(request.body);
  if (fields.length > 0) throw new ApiError('invalid_request', { fields });
  const parse = (part: Part): unknown => {
    const given = part === 'query' ? withoutUnknown(schemas.query, request.query) : request[part];
    const result = schemas[part]?.safeParse(given, { error: faultText });
    if (result === undefined || result.success) return result?.data;
    for (const issue of result.error.issues) {
      const faults = part === 'query' ? queryFaultsOf(issue, schemas.query!, request.query) : null;
      fields.push(...(faults ?? faultsOf(issue, part)).slice(0, maxFaults - fields.length));
    }
    return undefined;
  };
  const values = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (fields.length > 0) throw new ApiError('invalid_request', { fields });
  return values;
}

/** Returns a fault for each array of the body that is too long to validate. */
function overlongArrays(body: unknown): FieldFault[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([field, value]) =>
    Array.isArray(value) && value.length > maxItems
      ? [{ field, message: `must have at most ${maxItems} items` }]
      : [],
  );
}

/** Parameters of pages. A client that knows one kind of list may send those of the other kind. */
const counterparts: Record<string, string | null> = {
  page: 'cursor',
  cursor: 'page',
  pageSize: 'limit',
  limit: 'pageSize',
  offset: null,
};

/** Returns the query without unknown parameters, which are ignored. Parameters of pages are kept. */
function withoutUnknown(schema: z.ZodType | undefined, query: unknown): unknown {
  const known = (schema as z.ZodObject | undefined)?.shape ?? {};
  return Object.fromEntries(
    Object.entries(query as object).filter(([name]) => name in known || name in counterparts),
  );
}

/**
 * Returns the faults of a zod issue of a query if they are unknown parameters or a parameter that was repeated. Returns
 * null for other issues.
 */
function queryFaultsOf(issue: z.core.$ZodIssue, schema: z.ZodType, query: unknown): FieldFault[] | null {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys((schema as z.ZodObject).shape);
    return issue.keys.map((key) => ({ field: key, message: unknownParameter(key, known) }));
  }
  const [name] = issue.path.map(String);
  const values = name === undefined ? null : (query as Record<string, unknown>)[name];
  if (!Array.isArray(values)) return null;
  const times = values.length === 2 ? 'twice' : `${values.length} times`;
  return [{ field: name!, message: `is given ${times}, but may be given only once` }];
}

function unknownParameter(name: string, known: readonly string[]): string {
  if (known.length === 0)
    return 'is not supported: this request returns the whole list and has no parameters';
  const counterpart = counterparts[name] ?? null;
  return counterpart !== null && known.includes(counterpart)
    ? `is not supported by this list; use ${counterpart}`
    : `is not supported by this list; its parameters are ${known.join(', ')}`;
}

/** Returns the faults of a zod issue. `field` is a dotted path, or the name of the part if all of it is invalid. */
function faultsOf(issue: z.core.$ZodIssue, part: Part): FieldFault[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: printable(field === '' ? key : `${field}.${key}`),
      message: 'is not supported',
    }));
  }
  return [{ field: field === '' ? part : printable(field), message: issue.message }];
}
