import { formatTimeCode } from '../time-code.ts';
import type { Severity } from '../sidekick.ts';
import type { MarkedTimeline } from './markers.ts';

const colors: Record<Severity, string> = { critical: 'red', major: 'yellow', minor: 'cyan', info: 'blue' };

/** Returns a marker list as Avid Media Composer exports it: a line for each marker, with tabs between the cells. */
export function avidTextOf({ timeline, markers }: MarkedTimeline): string {
  return markers
    .map(({ frame, severity, title, notes }) => {
      const at = formatTimeCode(frame, timeline.timeCode);
      return `${['Assay', at, 'V1', colors[severity], `${title} (${notes.join('; ')})`, '1'].join('\t')}\n`;
    })
    .join('');
}
