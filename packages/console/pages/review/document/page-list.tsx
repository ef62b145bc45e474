import { useEffect, useRef } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { severities, type Severity } from '@assay/domain/sidekick.ts';
import { SeverityShape } from '../../../components/badges.tsx';
import { drawPage } from './draw-page.ts';
import type { PDFDocumentProxy } from './pdf.ts';
import type { PageSize } from './pdf-page.tsx';
import { useNear } from './use-near.ts';

/** Width of a small page in CSS pixels. */
const width = 84;

interface Props {
  document: PDFDocumentProxy;
  sizeOf: (number: number) => PageSize;
  issues: ReadonlyMap<number, readonly Issue[]>;
  current: number;
  onOpen: (number: number) => void;
}

/** Small pictures of the pages, with the number and the worst severity of their issues. */
export function PageList({ document, sizeOf, issues, current, onOpen }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const near = useNear(list, document.numPages);
  useEffect(() => {
    const item = list.current!.children[current - 1] as HTMLElement | undefined;
    if (item === undefined) return;
    const { scrollTop, clientHeight } = list.current!;
    const isVisible =
      item.offsetTop >= scrollTop && item.offsetTop + item.offsetHeight <= scrollTop + clientHeight;
    if (!isVisible) list.current!.scrollTop = item.offsetTop - clientHeight / 3;
  }, [current]);
  return (
    <nav class="pdf-pages" aria-label="Pages">
      <ol ref={list}>
        {Array.from({ length: document.numPages }, (_, index) => {
          const number = index + 1;
          const found = issues.get(number) ?? [];
          const size = sizeOf(number);
          return (
            <li key={number} data-page={number}>
              <button
                type="button"
                aria-current={number === current ? 'page' : undefined}
                onClick={() => onOpen(number)}
              >
                <span class="pdf-thumb" style={{ height: `${(width * size.height) / size.width}px` }}>
                  {near.value.has(number) && <Thumb document={document} number={number} />}
                </span>
                <span class="pdf-thumb-label">
                  <span>
                    <span class="visually-hidden">Page </span>
                    {number}
                  </span>
                  {found.length > 0 && (
                    <span class={`severity severity-${worstOf(found)}`}>
                      <SeverityShape severity={worstOf(found)} />
                      {found.length}
                      <span class="visually-hidden">
                        {found.length === 1 ? ' issue' : ' issues'}, the worst is {worstOf(found)}
                      </span>
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function worstOf(issues: readonly Issue[]): Severity {
  return severities.find((severity) => issues.some((issue) => issue.severity === severity))!;
}

function Thumb({ document, number }: { document: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let cancel = () => {};
    let isGone = false;
    const draw = async () => {
      const page = await document.getPage(number);
      if (isGone) return;
      const task = drawPage(page, canvas.current!, width);
      cancel = () => task.cancel();
      await task.promise;
    };
    // Errors are ignored here, because the large view shows that a page is damaged.
    draw().catch(() => undefined);
    return () => {
      isGone = true;
      cancel();
    };
  }, [document, number]);
  return <canvas ref={canvas} aria-hidden="true" />;
}
