import type { ReportCurve } from '@assay/reports/curves-view.ts';

/** Returns the curves of a file of 60 s: silence and a tone that grows louder, grey that becomes white, and flashes. */
export function curvesForPeople(points = 600): ReportCurve[] {
  const stepSeconds = 60 / points;
  const channel = (name: string, valueOf: (seconds: number) => number | null, spread = 0) => {
    const max = Array.from({ length: points }, (_, index) => valueOf(index * stepSeconds));
    return { name, max, min: max.map((value) => value && value - spread) };
  };
  const common = { startSeconds: 0, stepSeconds, complete: true };
  const flashLimit = { value: 3, label: 'WCAG 2.2 and ITU-R BT.1702 maximum' };
  return [
    {
      ...{ ...common, name: 'flashes' },
      limits: ['flash.general', 'flash.red'].map((ruleCode) => ({ ...flashLimit, ruleCode })),
      channels: [
        channel('general', (seconds) => (seconds >= 30 && seconds < 33 ? 5 : 0)),
        channel('red', () => 0),
      ],
    },
    {
      ...{ ...common, name: 'luminance', limits: [] },
      channels: [channel('mean', (seconds) => 0.2 + 0.8 * (seconds / 60), 0.1)],
    },
    {
      ...{ ...common, name: 'loudness' },
      limits: [{ value: -23, label: 'EBU R 128 target', ruleCode: 'loudness.programme' }],
      channels: [
        channel('momentary', (seconds) => (seconds < 5 ? null : -40 + seconds / 2 + Math.sin(seconds)), 3),
        channel('shortTerm', (seconds) => (seconds < 7 ? null : -40 + seconds / 2), 1),
      ],
    },
  ];
}
