import { expect } from 'vitest';
import type { Answer } from '../support/api.ts';
import { expectShape } from '../support/shape.ts';
import { domainError, validationError } from './bodies.ts';

/** Expects an error in the domain shape. If `detail` is given, the error must have that text. */
export function expectDomain({ status, body }: Answer, expected: number, detail = body.detail): void {
  expect({ status, detail: body.detail }).toEqual({ status: expected, detail });
  expectShape(body, domainError);
}

/** Expects a 422 in the validation shape that lists exactly the given fields. */
export function expectInvalid({ status, body }: Answer, ...fields: string[]): void {
  expect({ status, fields: body.fields?.map((fault: any) => fault.field) }).toEqual({ status: 422, fields });
  expectShape(body, validationError);
}
