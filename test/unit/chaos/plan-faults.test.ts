import { describe, expect, test } from 'vitest';
import { planFaults } from '../../../tools/chaos/plan-faults.ts';

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

  test('adds outages of Postgres and S3 in turn, which no short fault of the same connections ends', () => {
    const [seed, minutes, outageMinutes] = [7, 40, 5];
    const plan = planFaults(seed, minutes, outageMinutes);
    expect(planFaults(seed, minutes, outageMinutes)).toEqual(plan);
    const outages = plan.filter((fault) => 'seconds' in fault && fault.seconds === 300);
    expect(outages.length).toBeGreaterThanOrEqual(5);
    expect(new Set(outages.map(({ target }) => target))).toEqual(new Set(['postgres', 's3']));
    for (const [index, outage] of outages.entries()) {
      const end = outage.atSeconds + 300;
      expect(end).toBeLessThanOrEqual(Math.min(minutes * 60, outages[index + 1]?.atSeconds ?? Infinity));
      const during = plan.filter((fault) => fault.atSeconds >= outage.atSeconds && fault.atSeconds < end);
      expect(during.filter(({ kind }) => kind === 'kill').length).toBeGreaterThan(0);
      for (const fault of during.filter(({ kind }) => kind === 'stall' || kind === 'refuse'))
        expect(fault === outage || fault.target !== outage.target).toBe(true);
    }
    const shortFaults = planFaults(seed, minutes);
    for (const fault of plan) if (!outages.includes(fault)) expect(shortFaults).toContainEqual(fault);
  });
});
