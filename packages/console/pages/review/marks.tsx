import type { Issue } from '@assay/client/shapes.ts';
import { isPageBox, type PageBox } from '@assay/domain/page-box.ts';
import { severities } from '@assay/domain/sidekick.ts';
import { SeverityShape } from '../../components/badges.tsx';

/** An issue on a page or a picture. Without boxes, the issue concerns the whole page or picture. */
export interface Mark {
  issue: Issue;
  boxes: readonly PageBox[];
  /** The kind of the boxes. Quotes are shown as highlighted text. */
  kind: 'box' | 'quote';
}

/** Returns a box that can be drawn. Null if there is none, or if it lies outside the page or picture. */
export function drawableBox(box: PageBox | undefined): PageBox | null {
  return box !== undefined && isPageBox(box) ? box : null;
}

interface Size {
  width: number;
  height: number;
}

/** Sizes of a label in CSS pixels. At least the target size of WCAG 2.2 (24 px), with a gap. */
const labelHeight = 28;
const [labelWidth, groupLabelWidth] = [48, 88];
/** Maximum number of labels. Beyond it, only the label of the selected issue is added. The panel lists all issues. */
const maxLabels = 100;

interface Props {
  marks: readonly Mark[];
  size: Size;
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
  /** False: only boxes are drawn. */
  hasLabels?: boolean;
}

/**
 * Draws the boxes of issues over a page or a picture. Each place has a button with the number and the severity of its
 * issue. Issues in the same place share a button, which selects one after the other.
 */
export function Marks({ marks, size, selected, onSelect, hasLabels = true }: Props) {
  const labels = (hasLabels ? labelsOf(marks, selected) : []).filter(
    ({ shown }, index) => index < maxLabels || shown.id === selected?.id,
  );
  const places = placeLabels(labels, size);
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
      {labels.map(({ shown, next, more, box }, index) => (
        <button
          key={box?.join() ?? 'whole'}
          type="button"
          class={`mark-label severity-${shown.severity}`}
          aria-pressed={shown.id === selected?.id}
          aria-label={
            `Issue ${shown.referenceNumber}${more === 0 ? '' : ` +${more}`}, ` +
            `${shown.severity}: ${shown.summary}${more === 0 ? '' : `, and ${more} more in the same place`}`
          }
          title={shown.summary}
          style={{ left: `${places[index]!.left}px`, top: `${places[index]!.top}px` }}
          onClick={() => onSelect(shown.id === selected?.id ? next : shown)}
        >
          <SeverityShape severity={shown.severity} />
          {shown.referenceNumber}
          {more > 0 && <span class="mark-more">+{more}</span>}
        </button>
      ))}
    </div>
  );
}

interface Label {
  /** The selected issue of the place, or its most severe one. */
  shown: Issue;
  /** The issue after `shown` in the same place. */
  next: Issue;
  /** Number of other issues in the same place. */
  more: number;
  /** The first box of the issues in this place. Null for the whole page. */
  box: PageBox | null;
}

function labelsOf(marks: readonly Mark[], selected: Issue | null): Label[] {
  const places = Map.groupBy(marks, ({ boxes: [first] }) => first?.join() ?? '');
  return [...places.values()].map((inPlace) => {
    const issues = inPlace.map(({ issue }) => issue);
    const worst = severities.find((severity) => issues.some((issue) => issue.severity === severity));
    const shown =
      issues.find(({ id }) => id === selected?.id) ?? issues.find(({ severity }) => severity === worst)!;
    const next = issues[(issues.indexOf(shown) + 1) % issues.length]!;
    return { shown, next, more: issues.length - 1, box: inPlace[0]!.boxes[0] ?? null };
  });
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

interface Place {
  left: number;
  top: number;
  width: number;
}

/**
 * Returns a place for each label in pixels, above the upper left corner of its box. A label that would cover another
 * moves to the right, and to the next line at the edge.
 */
function placeLabels(labels: readonly Label[], { width: fullWidth, height }: Size): Place[] {
  const taken: Place[] = [];
  const maxTop = Math.max(0, height - labelHeight);
  for (const { box, more } of labels) {
    const width = more === 0 ? labelWidth : groupLabelWidth;
    const maxLeft = Math.max(0, fullWidth - width);
    let left = Math.min((box?.[0] ?? 0) * fullWidth, maxLeft);
    let top = box === null ? 0 : Math.min(Math.max(0, box[1] * height - labelHeight), maxTop);
    const covered = () =>
      taken.find(
        (other) =>
          left < other.left + other.width &&
          other.left < left + width &&
          Math.abs(other.top - top) < labelHeight,
      );
    for (let other = covered(); other !== undefined && top <= maxTop; other = covered()) {
      left = other.left + other.width;
      if (left <= maxLeft) continue;
      left = 0;
      top += labelHeight;
    }
    taken.push({ left, top: Math.min(top, maxTop), width });
  }
  return taken;
}

/**
 * Returns the issue of the smallest box that contains a point. Returns null if no box contains it. `x` and `y` are
 * shares (0–1) of the width and height of the page or picture.
 */
export function issueAt(marks: readonly Mark[], x: number, y: number): Issue | null {
  const hits = marks.flatMap(({ issue, boxes }) =>
    boxes
      .filter(([left, top, right, bottom]) => left <= x && x <= right && top <= y && y <= bottom)
      .map(([left, top, right, bottom]) => ({ issue, area: (right - left) * (bottom - top) })),
  );
  return hits.sort((a, b) => a.area - b.area)[0]?.issue ?? null;
}

/** Selects the issue at the clicked point, unless the click ends a text selection. */
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
