import { describe, expect, test } from 'vitest';
import { planFaults } from '../../chaos/plan-faults.ts';

describe('planFaults', () => {
  test('returns the same faults for the same seed, and different ones for another seed', () => {
    expect(planFaults(7, 5)).toEqual(planFaults(7, 5));
    expect(planFaults(8, 5)).not.toEqual(planFaults(7, 5));
  });

  test('starts a longer run with the faults of a shorter one', () => {
    const short = planFaults(7, 2);
    expect(planFaults(7, 6).slice(0, short.length)).toEqual(short);
  });

  test('returns faults of all kinds, in order and within the duration', () => {
    const plan = planFaults(3, 60);
    const times = plan.map(({ atSeconds }) => atSeconds);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.every((at) => at > 0 && at < 3_600)).toBe(true);
    const kinds = new Set(plan.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['fill', 'kill', 'pause', 'refuse', 'reset', 'restart', 'stall']);
    const targets = new Set(plan.filter(({ kind }) => kind === 'kill').map(({ target }) => target));
    expect(targets.size).toBe(8);
  });
});
