import { computed } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import type { PageBox } from '@assay/domain/page-box.ts';
import { useSize } from '../../../chart/use-canvas.ts';
import { drawableBox, type Mark, Marks } from '../marks.tsx';
import type { Player } from './player.ts';

interface Props {
  issues: readonly Issue[];
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
  player: Player;
  /** True if the picture is too small for labels. */
  isSmall: boolean;
}

/**
 * Draws the boxes of the issues at the playhead over the picture of a video. While it plays, and in a small picture,
 * only the box of the selected issue is drawn.
 */
export function PictureMarks({ issues, selected, onSelect, player, isSmall }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const isOnlySelected = isSmall || player.isPlaying.value;
  const marked = useMemo(
    () =>
      issues.flatMap((issue): Mark[] => {
        const box = isOnlySelected && issue.id !== selected?.id ? null : boxOf(issue);
        return box === null ? [] : [{ issue, boxes: [box], kind: 'box' }];
      }),
    [issues, selected?.id, isOnlySelected],
  );
  // The joined ids change only when a mark appears or disappears, so the marks are not drawn again for each frame.
  const shownIds = useMemo(
    () =>
      computed(() =>
        marked
          .filter(({ issue }) => isAt(issue.anchor, player.seconds.value))
          .map(({ issue }) => issue.id)
          .join(' '),
      ),
    [marked, player],
  );
  const ids = new Set(shownIds.value.split(' '));
  const marks = marked.filter(({ issue }) => ids.has(issue.id));
  return (
    <div class="stage-marks" ref={frame}>
      <Marks {...{ marks, selected, onSelect }} size={size.value} hasLabels={!isOnlySelected} />
    </div>
  );
}

function boxOf({ anchor }: Issue): PageBox | null {
  return anchor.kind === 'time' ? drawableBox(anchor.bbox) : null;
}

/** Seconds for which the box of a single moment is drawn: a frame at 25 frames a second. */
const momentSeconds = 0.04;

function isAt(anchor: Issue['anchor'], seconds: number): boolean {
  if (anchor.kind !== 'time') return false;
  const endSeconds = Math.max(anchor.endSeconds, anchor.startSeconds + momentSeconds);
  return anchor.startSeconds <= seconds && seconds < endSeconds;
}
