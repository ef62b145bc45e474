import { expect } from 'vitest';

/** The expected type of a value. `fault` returns a description of the mismatch, or null if the value matches. */
export interface Shape {
  readonly name: string;
  readonly nullable: boolean;
  readonly fault: (value: unknown, at: string) => string | null;
}

export type Fields = Readonly<Record<string, Shape>>;

function simple(name: string, is: (value: unknown) => boolean): Shape {
  const fault = (value: unknown, at: string) => (is(value) ? null : `${at} is not ${name}: ${show(value)}`);
  return { name, nullable: false, fault };
}

const pattern = (name: string, form: RegExp) =>
  simple(name, (value) => typeof value === 'string' && form.test(value));

export const text = simple('string', (value) => typeof value === 'string');
export const number = simple('number', (value) => typeof value === 'number' && Number.isFinite(value));
export const integer = simple('integer', (value) => Number.isSafeInteger(value));
export const boolean = simple('boolean', (value) => typeof value === 'boolean');
export const anything = simple('any type', (value) => value !== undefined);
export const uuid = pattern(
  'string (UUID)',
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
);
/** A date and time as defined by RFC 3339, 5.6. */
export const dateTime = pattern(
  'string (date-time)',
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/,
);
export const url = simple('string (URL)', (value) => typeof value === 'string' && URL.canParse(value));
export const matching = (form: RegExp) => pattern(`string like ${form.source}`, form);
export const oneOf = (...values: readonly unknown[]) =>
  simple(values.map((value) => JSON.stringify(value)).join(' or '), (value) => values.includes(value));

export function nullOr(shape: Shape): Shape {
  const fault = (value: unknown, at: string) => (value === null ? null : shape.fault(value, at));
  return { name: `${shape.name} or null`, nullable: true, fault };
}

export function listOf(shape: Shape): Shape {
  const fault = (value: unknown, at: string) =>
    Array.isArray(value)
      ? first(value.map((item, index) => shape.fault(item, `${at}.${index}`)))
      : `${at} is not an array: ${show(value)}`;
  return { name: `array of ${shape.name}`, nullable: false, fault };
}

/** Returns the shape of an object with exactly the given keys. Keys of `optional` may be absent. */
export function record(fields: Fields, optional: Fields = {}): Shape {
  const fault = (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${at} is not an object: ${show(value)}`;
    const keys = Object.keys(value);
    const missing = Object.keys(fields).filter((key) => !keys.includes(key));
    const extra = keys.filter((key) => !(key in fields) && !(key in optional));
    if (missing.length + extra.length > 0)
      return `${at} lacks the keys [${missing.join(', ')}] and has the unexpected keys [${extra.join(', ')}]`;
    return first(
      Object.entries(value).map(([key, item]) => (fields[key] ?? optional[key])!.fault(item, `${at}.${key}`)),
    );
  };
  return { name: 'object', nullable: false, fault };
}

export function anyOf(...shapes: readonly Shape[]): Shape {
  const fault = (value: unknown, at: string) => {
    const faults = shapes.map((shape) => shape.fault(value, at));
    return faults.includes(null) ? null : faults.join('; or: ');
  };
  return { name: shapes.map((shape) => shape.name).join(' or '), nullable: false, fault };
}

/** Fails the test if a value does not match a shape. An object must have exactly the keys of the shape. */
export function expectShape(value: unknown, shape: Shape, at = 'body'): void {
  expect(shape.fault(value, at)).toBeNull();
}

const first = (faults: readonly (string | null)[]) => faults.find((fault) => fault !== null) ?? null;

const show = (value: unknown) => (JSON.stringify(value) as string | undefined)?.slice(0, 200) ?? 'undefined';
