import type { Report } from '../contracts/report.ts';
import { formatTimeCode } from '../time-code.ts';
import type { MarkedTimeline } from './markers.ts';
import { element, xmlDocument } from './xml.ts';

/**
 * Returns Final Cut Pro 7 XML, version 4, with an empty sequence as long as the file. Only the sequence has the
 * markers: Premiere shows markers twice if a clip has them, too.
 */
export function xmemlOf(
  { name, timeline, markers }: MarkedTimeline,
  { asset: { media } }: Pick<Report, 'asset'>,
): string {
  const { nominalRate, isNtsc, timeCode, frames } = timeline;
  const rate = element('rate', [
    element('timebase', nominalRate),
    element('ntsc', isNtsc ? 'TRUE' : 'FALSE'),
  ]);
  const { width, height } = media!.video!;
  const sequence = element(
    'sequence',
    [
      element('name', name),
      element('duration', frames),
      rate,
      element('timecode', [
        rate,
        element('string', formatTimeCode(0, timeCode)),
        element('frame', timeCode.startFrame),
        element('displayformat', timeCode.isDropFrame ? 'DF' : 'NDF'),
      ]),
      element('media', [
        element('video', [
          element('format', [
            element('samplecharacteristics', [rate, element('width', width), element('height', height)]),
          ]),
          element('track'),
        ]),
      ]),
      ...markers.map((marker) =>
        element('marker', [
          element('name', marker.title),
          element('comment', marker.notes.join('\n')),
          element('in', marker.frame),
          // -1: a marker without length.
          element('out', marker.frames === 1 ? -1 : marker.frame + marker.frames),
        ]),
      ),
    ],
    { id: 'sequence-1' },
  );
  return xmlDocument(element('xmeml', [sequence], { version: 4 }), { doctype: 'xmeml' });
}
