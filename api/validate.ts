import type { z } from 'zod';
import { ApiError, type FieldFault, printable } from '../domain/errors.ts';
import { faultText } from './fault-text.ts';

type Part = 'params' | 'query' | 'body';

/** More items than any plan allows; they are counted before each is looked at. */
const maxItems = 1_000;
/** As many as a person reads. */
const maxFaults = 100;

/**
 * Checks the parts of a request against their schemas, all of them, so that the answer names every field at
 * fault. Returns the parsed values; a part without a schema is undefined.
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
      if (fields.length < maxFaults) fields.push(...faultsOf(issue, part).slice(0, maxFaults));
    }
    return undefined;
  };
  const values = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (fields.length > 0) throw new ApiError('invalid_request', { fields });
  return values;
}

/** A body's arrays that are too long to be looked into. */
function overlongArrays(body: unknown): FieldFault[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([field, value]) =>
    Array.isArray(value) && value.length > maxItems
      ? [{ field, message: `must have at most ${maxItems} items` }]
      : [],
  );
}

/** A fault names its field by a dotted path, or the part it is in where it is about the whole of it. */
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
