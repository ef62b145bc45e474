import type { z } from 'zod';
import { ApiError, type FieldFault, printable } from '@assay/domain/errors.ts';
import { faultText } from './fault-text.ts';

type Part = 'params' | 'query' | 'body';

/** Maximum length of an array, above the limits of all plans. Longer arrays are rejected unvalidated. */
const maxItems = 1_000;
/** Maximum number of faults that one response lists. */
const maxFaults = 100;

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
    const result = schemas[part]?.safeParse(request[part], { error: faultText });
    if (result === undefined || result.success) return result?.data;
    for (const issue of result.error.issues) {
      fields.push(...faultsOf(issue, part).slice(0, maxFaults - fields.length));
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
