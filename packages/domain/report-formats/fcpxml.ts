import type { Report } from '../contracts/report.ts';
import type { MarkedTimeline } from './markers.ts';
import type { Timeline } from './timeline.ts';
import { element, xmlDocument } from './xml.ts';

/** Returns FCPXML 1.10 with a project as long as the file: a gap that has the markers. */
export function fcpxmlOf(
  { name, timeline, markers }: MarkedTimeline,
  { asset: { media } }: Pick<Report, 'asset'>,
): string {
  const time = (frames: number) => timeOf(frames, timeline);
  const start = time(timeline.timeCode.startFrame);
  const { width, height } = media!.video!;
  const root = element(
    'fcpxml',
    [
      element('resources', [element('format', [], { id: 'r1', frameDuration: time(1), width, height })]),
      element('library', [
        element(
          'event',
          [
            element(
              'project',
              [
                element(
                  'sequence',
                  [
                    element('spine', [
                      element(
                        'gap',
                        // The times of markers are those of the gap, which starts at 0.
                        markers.map(({ frame, frames, title, notes }) =>
                          element('marker', [], {
                            start: time(frame),
                            duration: time(frames),
                            value: title,
                            note: notes.join('\n'),
                          }),
                        ),
                        { name: 'Gap', offset: start, start: '0s', duration: time(timeline.frames) },
                      ),
                    ]),
                  ],
                  {
                    format: 'r1',
                    duration: time(timeline.frames),
                    tcStart: start,
                    tcFormat: timeline.timeCode.isDropFrame ? 'DF' : 'NDF',
                  },
                ),
              ],
              { name },
            ),
          ],
          { name: 'Assay' },
        ),
      ]),
    ],
    { version: '1.10' },
  );
  return xmlDocument(root, { doctype: 'fcpxml' });
}

/** Returns a number of frames as seconds, in lowest terms: `1001/30000s`. Exact, because it is a fraction. */
function timeOf(frames: number, { nominalRate, isNtsc }: Timeline): string {
  const [numerator, denominator] = isNtsc ? [frames * 1001, nominalRate * 1000] : [frames, nominalRate];
  const divisor = greatestCommonDivisor(numerator, denominator);
  return denominator === divisor
    ? `${numerator / divisor}s`
    : `${numerator / divisor}/${denominator / divisor}s`;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
