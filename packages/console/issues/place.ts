import type { Issue } from '@assay/client/shapes.ts';
import { formatSeconds } from '../format.ts';

/**
 * Returns where in the asset an issue is, for example `0:04–0:07` or `page 3`. Null: the asset as a whole.
 * @param formatTime returns the text of a time in seconds
 */
export function formatPlace(anchor: Issue['anchor'], formatTime = formatSeconds): string | null {
  switch (anchor.kind) {
    case 'time': {
      const [start, end] = [formatTime(anchor.startSeconds), formatTime(anchor.endSeconds)];
      return start === end ? start : `${start}–${end}`;
    }
    case 'page':
      return `page ${anchor.page}`;
    case 'region': {
      const percent = (share: number) => Math.round(share * 100);
      return `region at ${percent(anchor.x)} %, ${percent(anchor.y)} %`;
    }
    case 'text':
      return `“${anchor.quote}”`;
    case 'asset':
      return null;
  }
}
