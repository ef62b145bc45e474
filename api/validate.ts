import type { z } from 'zod';
import { ApiError, type FieldFault } from '../domain/errors.ts';

type Part = 'params' | 'query' | 'body';

/**
 * Checks the parts of a request against their schemas, all of them, so that the answer names every field at
 * fault. Returns the parsed values; a part without a schema is undefined.
 */
export function validate(
  schemas: Partial<Record<Part, z.ZodType>>,
  request: Record<Part, unknown>,
): Record<Part, unknown> {
  const fields: FieldFault[] = [];
  const parse = (part: Part): unknown => {
    const result = schemas[part]?.safeParse(request[part]);
    if (result === undefined || result.success) return result?.data;
    fields.push(...result.error.issues.flatMap((issue) => faultsOf(issue, part)));
    return undefined;
  };
  const values = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (fields.length > 0) throw new ApiError('invalid_request', { fields });
  return values;
}

/** A fault names its field by a dotted path, or the part it is in where it is about the whole of it. */
function faultsOf(issue: z.core.$ZodIssue, part: Part): FieldFault[] {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: field === '' ? key : `${field}.${key}`,
      message: 'is not supported',
    }));
  }
  return [{ field: field === '' ? part : field, message: issue.message }];
}
