import { expect, test } from 'vitest';
import { judgeBars } from '../../sidekicks/video-qc/judge-bars.ts';
import { rules } from '../../sidekicks/video-qc/rules.ts';

type Box = readonly [left: number, right: number, top: number, bottom: number];

const full = [0, 319, 0, 179] as const;
/** A picture with bars of 12 % above and below, one of 17 %, and parts of the first that a dark object leaves. */
const wide = [0, 319, 22, 157] as const;
const wider = [0, 319, 31, 148] as const;
const withoutLeft = [90, 319, 22, 157] as const;
const withoutFoot = [0, 319, 22, 120] as const;

/** Returns the findings about active pictures that follow each other, each with its end in seconds. */
function judge(pictures: readonly (readonly [endSeconds: number, box: Box])[]) {
  const active = pictures.map(([endSeconds, [left, right, top, bottom]], at) => ({
    startSeconds: pictures[at - 1]?.[0] ?? 0,
    endSeconds,
    box: { left, right, top, bottom },
  }));
  const [left, right, top, bottom] = full;
  const whole = { left, right, top, bottom };
  const lastSeconds = pictures.at(-1)![0];
  const video = {
    count: 1,
    firstSeconds: 0,
    lastSeconds,
    intervals: [],
    held: [],
    active,
    whole,
    lit: whole,
  };
  const findings = judgeBars(video, { width: 320, height: 180 }, rules['bars.change']);
  return findings.map(({ ruleCode, anchor }) => ({ ruleCode, ...anchor }));
}

test('a dark object at the edge of a picture does not end the stretch with its bars', () => {
  const change = { ruleCode: 'bars.change', startSeconds: 9, endSeconds: 15 };
  expect(
    judge([
      [5.5, wide],
      [5.75, withoutLeft],
      [6, withoutFoot],
      [9, wide],
      [15, wider],
      [17, wide],
    ]),
  ).toMatchObject([{ ruleCode: 'bars.constant' }, change]);
});

test.for([
  ['a larger picture', full, 0.5],
  ['a smaller picture of more than a second', wider, 1.25],
] as const)('%s ends the stretch', ([, box, seconds]) => {
  const findings = judge([
    [8, full],
    [11, wide],
    [11 + seconds, box],
    [15, wide],
    [23, full],
  ]);
  expect(findings).toEqual([]);
});
