import { expect, test } from 'vitest';
import type { Fields } from '../support/shape.ts';

/**
 * One test per row of a table of fields: every sample has the field, of its type. A field that may be null has to
 * be seen both null and not, or the samples show too little.
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

  test('and no other fields', () => {
    for (const sample of samples()) expect(Object.keys(sample).sort()).toEqual(Object.keys(fields).sort());
  });
}
