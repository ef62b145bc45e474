import type { Severity } from '../sidekick.ts';
import { type MarkedTimeline } from './markers.ts';
import { timeCodesOf } from './timeline.ts';

const colors: Record<Severity, string> = { critical: 'Red', major: 'Yellow', minor: 'Cyan', info: 'Blue' };

/** Returns an EDL (CMX 3600) with an event for each marker, as DaVinci Resolve exports its timeline markers. */
export function edlOf({ name, timeline, markers }: MarkedTimeline): string {
  const events = markers.map(({ frame, frames, severity, title, notes }, index) => {
    // The event has one frame; the marker has its length in `D`.
    const { start, end } = timeCodesOf({ frame, frames: 1 }, timeline);
    const number = String(index + 1).padStart(3, '0');
    return [
      `${number}  001      V     C        ${start} ${end} ${start} ${end}`,
      // The note starts with a severity, so that no text of a file can be read as an event.
      `${withoutBars(notes.join('; '))} |C:ResolveColor${colors[severity]} |M:${withoutBars(title)} |D:${frames}`,
      '',
    ];
  });
  const mode = timeline.timeCode.isDropFrame ? 'DROP FRAME' : 'NON-DROP FRAME';
  return [`TITLE: ${withoutBars(name)}`, `FCM: ${mode}`, '', ...events.flat()]
    .map((line) => `${line}\n`)
    .join('');
}

/** Resolve reads `|` as the start of a field. */
const withoutBars = (text: string) => text.replaceAll('|', '/');
