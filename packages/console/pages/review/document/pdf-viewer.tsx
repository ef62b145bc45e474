import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { announce } from '../../../announce.tsx';
import { type Shortcut, useShortcuts } from '../shortcuts.tsx';
import type { MediaViewProps } from '../view.ts';
import { useFoundPages } from './find-pages.ts';
import { PageList } from './page-list.tsx';
import { issuesByPage, pageOf } from './page-issues.ts';
import type { PDFDocumentProxy } from './pdf.ts';
import { fullScale, type PageSize, PdfPage } from './pdf-page.tsx';
import { PdfToolbar, type Zoom, zoomSteps } from './pdf-toolbar.tsx';
import { useNear } from './use-near.ts';

/** Space above a page in CSS pixels. */
const padding = 16;
/** Largest scale at which pages are fitted to the width: 200 %. Small pages are not enlarged further. */
const maxFitScale = 2 * fullScale;
/** Vertical position of a selected issue after scrolling, as a share of the height of the viewer. */
const issueShare = 0.25;

/** The pages of a PDF below each other, beside a list of them. */
export function PdfViewer({
  document,
  media,
  issues,
  selected,
  onSelect,
  pair,
}: MediaViewProps & { document: PDFDocumentProxy }) {
  const scroller = useRef<HTMLDivElement>(null);
  const ownZoom = useSignal<Zoom>('fit');
  const zoom = pair?.zoom ?? ownZoom;
  const availableWidth = useSignal(600);
  const current = useSignal(1);
  const sizes = useSignal<ReadonlyMap<number, PageSize>>(new Map());
  const near = useNear(scroller, document.numPages);
  const found = useFoundPages(document, issues);
  const byPage = useMemo(() => issuesByPage(issues, found.value), [issues, found.value]);

  // Until a page is loaded, it has the size of the first loaded page, so that long documents need not be read as a
  // whole.
  const [firstSize = { width: 595, height: 842 }] = sizes.value.values();
  const sizeOf = (number: number) => sizes.value.get(number) ?? firstSize;
  // Each page fits the width by itself, so that one wide page does not make all pages small.
  const fitWidth = Math.max(160, availableWidth.value);
  const scaleOf = (number: number) =>
    zoom.value === 'fit' ? Math.min(fitWidth / sizeOf(number).width, maxFitScale) : zoom.value * fullScale;
  const percent = Math.round((scaleOf(current.value) / fullScale) * 100);

  const element = (number: number) => scroller.current!.children[number - 1] as HTMLElement | undefined;
  /** The page at the upper edge of the viewer, and the share (0–1) of this page above the edge. */
  const shown = useRef({ page: 1, share: 0 });
  /** The scroll position that the viewer itself set. Until it changes, the current page stays the same. */
  const ownTop = useRef(0);
  const scrollTo = (number: number, share: number | null) => {
    const page = element(number);
    if (page === undefined) return;
    const above = share === null ? padding : scroller.current!.clientHeight * issueShare;
    shown.current = { page: number, share: (share ?? 0) - above / page.offsetHeight };
    restorePlace();
    current.value = number;
  };
  const sharePlace = () => {
    const { page, share } = shown.current;
    if (pair !== undefined) pair.place.value = { from: pair.side, at: [page, share] };
  };
  const scrollToIssue = (number: number, share: number | null) => {
    scrollTo(number, share);
    if (pair?.leads === true) sharePlace();
  };
  const restorePlace = () => {
    const { page, share } = shown.current;
    const target = element(page);
    if (target === undefined) return;
    scroller.current!.scrollTop = target.offsetTop + share * target.offsetHeight;
    ownTop.current = scroller.current!.scrollTop;
  };
  const open = (number: number) => {
    const next = Math.min(Math.max(1, number), document.numPages);
    scrollTo(next, null);
    sharePlace();
    announce(`Page ${next} of ${document.numPages}`);
  };

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (availableWidth.value = entry!.contentRect.width));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);

  const selectedPage = selected === null ? null : pageOf(selected, found.value);
  useEffect(() => {
    if (selectedPage !== null && selectedPage <= document.numPages) scrollToIssue(selectedPage, null);
  }, [selected?.id, selectedPage]);

  // Keeps the shown place when page sizes change, including when the sizes of further pages become known.
  useLayoutEffect(() => {
    if (scroller.current!.scrollTop > 0) restorePlace();
  }, [zoom.value, fitWidth, sizes.value]);
  const onScroll = () => {
    const { scrollTop, clientHeight } = scroller.current!;
    if (Math.abs(scrollTop - ownTop.current) < 2) return;
    ownTop.current = -Infinity;
    const line = scrollTop + clientHeight / 3;
    const number = lastBefore(line, document.numPages, (each) => element(each)!.offsetTop);
    current.value = number;
    const { offsetTop, offsetHeight } = element(number)!;
    shown.current = { page: number, share: (scrollTop - offsetTop) / offsetHeight };
    sharePlace();
  };
  useEffect(
    () =>
      pair?.place.subscribe((place) => {
        if (place === null || place.from === pair.side) return;
        const [page, share] = place.at;
        shown.current = { page: Math.min(page, document.numPages), share };
        restorePlace();
        current.value = shown.current.page;
      }),
    [pair?.place, document],
  );

  const step = (by: 1 | -1) => {
    const next =
      by === 1 ? zoomSteps.find((each) => each > percent) : zoomSteps.findLast((each) => each < percent);
    if (next !== undefined) zoom.value = next / 100;
  };
  const shortcuts: Shortcut[] = [
    { keys: ['PageDown'], shown: ['Page ↓'], title: 'Next page', act: () => open(current.value + 1) },
    { keys: ['PageUp'], shown: ['Page ↑'], title: 'Previous page', act: () => open(current.value - 1) },
    { keys: ['+', '='], shown: ['+'], title: 'Zoom in', act: () => step(1) },
    { keys: ['-'], shown: ['−'], title: 'Zoom out', act: () => step(-1) },
    { keys: ['0'], shown: ['0'], title: 'Fit the width', act: () => (zoom.value = 'fit') },
  ];
  useShortcuts(pair?.hasKeys === false ? [] : shortcuts);

  const elsewhere = issues.filter((issue) => {
    const page = pageOf(issue, found.value);
    return page === null || page > document.numPages;
  }).length;
  return (
    <div class="pdf">
      <PdfToolbar
        current={current.value}
        pageCount={document.numPages}
        percent={percent}
        isFit={zoom.value === 'fit'}
        elsewhere={elsewhere}
        onOpen={open}
        onStep={step}
        onFit={() => (zoom.value = 'fit')}
      />
      <div class="pdf-columns">
        <PageList document={document} sizeOf={sizeOf} issues={byPage} current={current.value} onOpen={open} />
        <div
          class="pdf-scroller"
          ref={scroller}
          onScroll={onScroll}
          tabIndex={0}
          role="region"
          aria-label={`Pages of ${media.filename}`}
        >
          {Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage
              key={index}
              document={document}
              number={index + 1}
              size={sizeOf(index + 1)}
              scale={scaleOf(index + 1)}
              isNear={near.value.has(index + 1)}
              issues={byPage.get(index + 1) ?? none}
              selected={selected}
              onSelect={onSelect}
              onSize={(number, size) => {
                const { width, height } = sizeOf(number);
                if (!sizes.value.has(number) || width !== size.width || height !== size.height)
                  sizes.value = new Map(sizes.value).set(number, size);
              }}
              onPlace={scrollToIssue}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const none: never[] = [];

/** Returns the last page that begins at or above the position `line` (binary search). 1 if there is none. */
function lastBefore(line: number, pageCount: number, topOf: (number: number) => number): number {
  let [low, high] = [1, pageCount];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (topOf(middle) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}
