import { expect, test } from 'vitest';
import type { Fields } from '../support/shape.ts';

/**
 * Defines one test per field. Every sample must have the field, with the right type. For a nullable field, at least
 * one sample must be null and at least one must not.
 */
export function testFields(fields: Fields, samples: () => readonly any[]): void {
  test.for(Object.entries(fields).map(([name, shape]) => [name, shape.name, shape] as const))(
    '%s: %s',
    ([name, , shape]) => {
      const values = samples().map((sample) => sample[name]);
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect(shape.fault(value, name)).toBeNull();
      if (!shape.nullable) return;
      expect(new Set(values.map((value) => value === null))).toEqual(new Set([true, false]));
    },
  );

  test('has no other fields', () => {
    for (const sample of samples()) expect(Object.keys(sample).sort()).toEqual(Object.keys(fields).sort());
  });
}
