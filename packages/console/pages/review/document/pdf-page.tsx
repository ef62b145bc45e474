import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import type { PageBox } from '@assay/domain/page-box.ts';
import { count } from '../../../format.ts';
import { type Mark, Marks, selectAt } from '../marks.tsx';
import { quotesOf } from '../quotes.ts';
import { drawPage, drawText, type PageText, pixelsPerPoint, quoteBoxes } from './draw-page.ts';
import { boxesOf } from './page-issues.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdf.ts';

/** Width and height of a page as shown, in points. */
export interface PageSize {
  width: number;
  height: number;
}

interface Props {
  document: PDFDocumentProxy;
  number: number;
  size: PageSize;
  /** CSS pixels per point. */
  scale: number;
  /** Whether the page is near the visible part. Other pages are empty. */
  isNear: boolean;
  issues: readonly Issue[];
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
  onSize: (number: number, size: PageSize) => void;
  /** Called with the vertical position (0–1) of the selected issue on the page, once it is known. */
  onPlace: (number: number, share: number) => void;
}

/** A page of a PDF: its picture, its text, and the issues on it. */
export function PdfPage(props: Props) {
  const { number, size, scale, isNear, issues } = props;
  const style = {
    width: `${size.width * scale}px`,
    height: `${size.height * scale}px`,
    '--total-scale-factor': String(scale),
  };
  const label = `Page ${number}${issues.length === 0 ? '' : `, ${count(issues.length, 'issue')}`}`;
  return (
    <section class="pdf-page" data-page={number} aria-label={label} style={style}>
      {isNear && <Sheet {...props} />}
    </section>
  );
}

function Sheet({ document, number, size, scale, issues, selected, onSelect, onSize, onPlace }: Props) {
  const page = useSignal<PDFPageProxy | null>(null);
  const text = useSignal<PageText | null>(null);
  const isDamaged = useSignal(false);
  const sheet = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const width = size.width * scale;

  useEffect(() => {
    const gone = new AbortController();
    const isGone = () => gone.signal.aborted;
    const load = async () => {
      const loaded = await document.getPage(number);
      if (isGone()) return;
      const viewport = loaded.getViewport({ scale: 1 });
      onSize(number, { width: viewport.width, height: viewport.height });
      page.value = loaded;
      const drawn = await drawText(loaded, layer.current!);
      if (!isGone()) text.value = drawn;
    };
    load().catch(() => {
      if (!isGone()) isDamaged.value = true;
    });
    return () => {
      gone.abort();
      page.value?.cleanup();
    };
  }, [document, number]);

  useEffect(() => {
    if (page.value === null) return;
    const task = drawPage(page.value, canvas.current!, width);
    task.promise.catch((error: unknown) => {
      if ((error as Error).name !== 'RenderingCancelledException') isDamaged.value = true;
    });
    return () => task.cancel();
  }, [page.value, width]);

  const marks = useMemo(() => {
    const boxesOfQuotes = (issue: Issue): PageBox[] =>
      text.value === null
        ? []
        : quotesOf(issue)
            .filter((quote) => quote.page === null || quote.page === number)
            .flatMap((quote) => quoteBoxes(text.value!, quote, sheet.current!));
    return issues.map((issue): Mark => {
      const boxes = boxesOf(issue, number);
      if (boxes.length > 0) return { issue, boxes, kind: 'box' };
      return { issue, boxes: boxesOfQuotes(issue), kind: 'quote' };
    });
  }, [issues, text.value, number]);

  const place = marks.find(({ issue }) => issue.id === selected?.id)?.boxes[0]?.[1];
  useEffect(() => {
    if (place !== undefined) onPlace(number, place);
  }, [selected?.id, place]);

  return (
    <div class="pdf-sheet" ref={sheet} onClick={(event) => selectAt(event, marks, onSelect)}>
      <canvas ref={canvas} aria-hidden="true" />
      <div class="pdf-text" ref={layer} />
      <Marks
        marks={marks}
        size={{ width, height: size.height * scale }}
        selected={selected}
        onSelect={onSelect}
      />
      {isDamaged.value && <p class="pdf-page-damaged">Page {number} is damaged and cannot be shown.</p>}
    </div>
  );
}

/** CSS pixels per point at a zoom of 100 %. */
export const fullScale = pixelsPerPoint;
