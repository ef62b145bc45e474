import { describe, expect, test } from 'vitest';
import { findingsOrOne, measurementEvidence, newFinding } from '../../contract/contract.ts';
import { judgeSound } from '../../sidekicks/loudness/judge-sound.ts';
import { loudnessParameters, rules } from '../../sidekicks/loudness/rules.ts';
import type { SoundMeasurements } from '../../sidekicks/loudness/watch-sound.ts';

const rule = rules['sound.silence'];

function findingOf(seconds: number) {
  const anchor = { kind: 'time' as const, startSeconds: 10 * seconds, endSeconds: 11 * seconds };
  return newFinding(rule, {
    summary: `Silence of ${seconds} s`,
    details: `${seconds} s are silent.`,
    reasoning: '',
    headline: '',
    anchor,
    evidence: [measurementEvidence(rule, `at:${seconds}`, seconds, anchor)],
    action: 'review',
    resolution: 'Restore the sound.',
  });
}

describe('many places of one defect', () => {
  const texts = { what: 'silences', most: 'longest' };

  test('are separate findings up to three, and one finding from two on if they have one cause', () => {
    expect(findingsOrOne({ ...texts, places: [3, 4, 5] }, findingOf)).toHaveLength(3);
    expect(findingsOrOne({ ...texts, places: [3, 4], haveOneCause: true }, findingOf)).toHaveLength(1);
    expect(findingsOrOne({ ...texts, places: [3], haveOneCause: true }, findingOf)).toEqual([findingOf(3)]);
  });

  test('are one finding at the worst place, with all places as evidence', () => {
    const [one, ...more] = findingsOrOne({ ...texts, places: [3, 6, 4, 5] }, findingOf);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      summary: '4 silences, the longest from 1:00.00 to 1:06.00',
      details: 'There are 4 silences. The longest: 6 s are silent.',
      anchor: { startSeconds: 60 },
      resolutionRequirement: { description: 'Restore the sound. The same applies to the other 3.' },
    });
    expect(one!.evidence.map(({ anchor }) => anchor)).toEqual([6, 3, 4, 5].map((at) => findingOf(at).anchor));
    const many = Array.from({ length: 60 }, (_, at) => at);
    const [capped] = findingsOrOne({ ...texts, places: many }, findingOf);
    expect(capped!.evidence).toHaveLength(50);
    expect(capped!.details).toMatch(/There are 60 silences.* The evidence has 50 of them\.$/);
  });
});

describe('defects of sound with one cause are one finding', () => {
  const none = { first: [], count: 0 };
  const stretches = (...worst: number[]) => ({
    first: worst.map((each, at) => ({ startSeconds: 20 * at, endSeconds: 20 * at + 4, worst: each })),
    count: worst.length,
  });
  const judged = (seen: Partial<SoundMeasurements>) =>
    judgeSound(
      {
        channels: 2,
        fault: null,
        endSeconds: 100,
        programmeLufs: -23,
        loudnessRangeLu: 5,
        truePeakDbtp: -3,
        peaks: [],
        shortTerm: null,
        silent: none,
        pauses: 0,
        silentChannels: [],
        clipped: none,
        offsets: [],
        phase: null,
        tracks: { all: 1, examined: 1 },
        ...seen,
      },
      rules,
      loudnessParameters.parse({}),
    ).map(({ ruleCode, severity, summary, evidence }) => [ruleCode, severity, summary, evidence.length]);

  test.for([
    [
      { silent: stretches(3, 5, 4), pauses: 30 },
      ['sound.silence', 'info', '3 long pauses, the longest from 0:20.00 to 0:24.00', 3],
    ],
    [
      { clipped: stretches(4, 9) },
      ['sound.clipping', 'major', '2 clipped stretches, the worst from 0:20.00 to 0:24.00', 2],
    ],
    [
      { offsets: [0.02, -0.04] },
      ['sound.dc_offset', 'minor', '2 channels have a DC offset of up to 4 % of full scale', 2],
    ],
    [
      { phase: { outOfPhase: stretches(0.7, 0.9), lowestCorrelation: -0.9 } },
      [
        'sound.out_of_phase',
        'major',
        '2 stretches that are out of phase, the worst from 0:20.00 to 0:24.00',
        2,
      ],
    ],
  ] as const)('%j', ([seen, expected]) => {
    expect(judged(seen as Partial<SoundMeasurements>)).toEqual([expected]);
  });
});
