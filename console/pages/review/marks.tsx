import type { Issue } from '../../../client/shapes.ts';
import type { PageBox } from '../../../domain/page-box.ts';
import { SeverityShape } from '../../components/badges.tsx';

/** An issue on a page or a picture. Without boxes, it is about the whole of it. */
export interface Mark {
  issue: Issue;
  boxes: readonly PageBox[];
  /** The kind of the boxes. Quotes are shown as highlighted text. */
  kind: 'box' | 'quote';
}

interface Size {
  width: number;
  height: number;
}

/** Width and height of a label in CSS pixels. At least the target size of WCAG 2.2 (24 px), with a gap. */
const labelSize = { width: 48, height: 28 };
/** Beyond this number, only the selected issue has a label: the panel lists the others. */
const maxLabels = 100;

interface Props {
  marks: readonly Mark[];
  size: Size;
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
}

/** Draws the boxes of issues over a page or a picture. Each issue has a button with its number and severity. */
export function Marks({ marks, size, selected, onSelect }: Props) {
  const labelled = marks.filter(({ issue }, index) => index < maxLabels || issue.id === selected?.id);
  const places = placeLabels(labelled, size);
  return (
    <div class="marks">
      {distinctBoxes(marks, selected).map(({ issue, box, kind, key }) => (
        <span
          key={key}
          class={`mark mark-${kind} mark-${issue.severity}`}
          data-selected={issue.id === selected?.id}
          style={boxStyle(box)}
        />
      ))}
      {labelled.map(({ issue }, index) => (
        <button
          key={issue.id}
          type="button"
          class={`mark-label severity-${issue.severity}`}
          aria-pressed={issue.id === selected?.id}
          aria-label={`Issue ${issue.referenceNumber}, ${issue.severity}: ${issue.summary}`}
          title={issue.summary}
          style={{ left: `${places[index]!.left}px`, top: `${places[index]!.top}px` }}
          onClick={() => onSelect(issue)}
        >
          <SeverityShape severity={issue.severity} />
          {issue.referenceNumber}
        </button>
      ))}
    </div>
  );
}

/** Returns each box once, so that a thousand issues in one place do not cover it. The selected issue is last. */
function distinctBoxes(marks: readonly Mark[], selected: Issue | null) {
  const boxes = new Map<string, { issue: Issue; box: PageBox; kind: Mark['kind']; key: string }>();
  for (const { issue, boxes: own, kind } of marks) {
    for (const box of own) {
      const key = `${issue.id === selected?.id ? 'selected ' : ''}${kind} ${box.join()}`;
      if (!boxes.has(key)) boxes.set(key, { issue, box, kind, key });
    }
  }
  return [...boxes.values()].sort(
    (a, b) => Number(a.issue.id === selected?.id) - Number(b.issue.id === selected?.id),
  );
}

function boxStyle([left, top, right, bottom]: PageBox) {
  const percent = (share: number) => `${share * 100}%`;
  return {
    left: percent(left),
    top: percent(top),
    width: percent(right - left),
    height: percent(bottom - top),
  };
}

/**
 * Returns a place for each label in pixels, at the upper left corner of its first box. A label that would cover another
 * one moves to the right, and to the next line at the edge.
 */
export function placeLabels(marks: readonly Mark[], { width, height }: Size) {
  const taken: { left: number; top: number }[] = [];
  const maxLeft = Math.max(0, width - labelSize.width);
  const maxTop = Math.max(0, height - labelSize.height);
  for (const { boxes } of marks) {
    const [first = [0, 0, 1, 1] as PageBox] = boxes;
    // A label stands above its box, so that it hides no text.
    let left = Math.min(first[0] * width, maxLeft);
    let top = Math.min(Math.max(0, first[1] * height - (boxes.length > 0 ? labelSize.height : 0)), maxTop);
    for (let other = collision(taken, left, top); other !== undefined; other = collision(taken, left, top)) {
      left = other.left + labelSize.width;
      if (left <= maxLeft) continue;
      left = 0;
      top += labelSize.height;
      if (top > maxTop) break;
    }
    taken.push({ left, top: Math.min(top, maxTop) });
  }
  return taken;
}

function collision(taken: readonly { left: number; top: number }[], left: number, top: number) {
  return taken.find(
    (other) => Math.abs(other.left - left) < labelSize.width && Math.abs(other.top - top) < labelSize.height,
  );
}

/** Returns the issue of the smallest box at a point, which is a share (0–1) of the width and the height. */
export function issueAt(marks: readonly Mark[], x: number, y: number): Issue | null {
  const hits = marks.flatMap(({ issue, boxes }) =>
    boxes
      .filter(([left, top, right, bottom]) => left <= x && x <= right && top <= y && y <= bottom)
      .map(([left, top, right, bottom]) => ({ issue, area: (right - left) * (bottom - top) })),
  );
  return hits.sort((a, b) => a.area - b.area)[0]?.issue ?? null;
}

/** Selects the issue at which somebody clicks, unless the click ends a selection of text. */
export function selectAt(
  event: MouseEvent & { currentTarget: HTMLElement },
  marks: readonly Mark[],
  onSelect: (issue: Issue) => void,
): void {
  if (event.defaultPrevented || getSelection()?.isCollapsed === false) return;
  if (event.target instanceof Element && event.target.closest('button') !== null) return;
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const issue = issueAt(marks, (event.clientX - left) / width, (event.clientY - top) / height);
  if (issue !== null) onSelect(issue);
}
