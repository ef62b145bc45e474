import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { SeverityShape } from '../../../components/badges.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Loading } from '../../../components/page.tsx';
import { Untrusted } from '../../../components/texts.tsx';
import { formatBytes } from '../../../format.ts';
import { openFile } from '../file-reader.ts';
import { OriginalLink } from '../original-link.tsx';
import type { MediaViewProps } from '../view.ts';
import { type Line, linesOf, spansOf } from './spans.ts';

/** Maximum number of bytes that are shown of a text. */
const maxShownBytes = 1_000_000;
/** Number of lines per block. The browser lays out only blocks that are visible. */
const linesPerBlock = 100;

/** A plain text with line numbers. Passages that issues quote are highlighted. */
export function PlainText({ media, issues, selected, onSelect, readMedia }: MediaViewProps) {
  const text = useSignal<string | null>(null);
  const error = useSignal<Error | null>(null);
  const tries = useSignal(0);
  useEffect(() => {
    let isGone = false;
    text.value = null;
    error.value = null;
    readText(media, readMedia).then(
      (read) => {
        if (!isGone) text.value = read;
      },
      (caught: unknown) => {
        if (!isGone) error.value = caught as Error;
      },
    );
    return () => {
      isGone = true;
    };
  }, [media.sha256, media.filename, tries.value]);
  const lines = useMemo(
    () => (text.value === null ? [] : linesOf(text.value, spansOf(text.value, issues))),
    [text.value, issues],
  );

  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected === null || list.current === null) return undefined;
    const line = list.current.querySelector<HTMLElement>('.text-line:has(mark[data-selected=true])');
    return line === null ? undefined : scrollToLine(list.current, line);
  }, [selected?.id, lines]);

  if (error.value !== null) {
    return (
      <Notice tone="error">
        <p>
          <strong>The file cannot be read.</strong> {error.value.message}
        </p>
        <button type="button" class="button" onClick={() => tries.value++}>
          Try again
        </button>
      </Notice>
    );
  }
  if (text.value === null) return <Loading what="the text" />;
  const blocks = Array.from({ length: Math.ceil(lines.length / linesPerBlock) }, (_, index) =>
    lines.slice(index * linesPerBlock, (index + 1) * linesPerBlock),
  );
  return (
    <div class="text">
      {media.sizeBytes! > maxShownBytes && (
        <Notice tone="info">
          <p>
            The first {formatBytes(maxShownBytes)} of {formatBytes(media.sizeBytes!)} are shown.
          </p>
          <OriginalLink media={media} />
        </Notice>
      )}
      <div
        class="text-scroller"
        ref={list}
        tabIndex={0}
        role="region"
        aria-label={`Text of ${media.filename}`}
      >
        {media.sizeBytes === 0 && <p class="muted">The file is empty.</p>}
        {blocks.map((block, index) => (
          <div
            key={index}
            class="text-block"
            style={{ containIntrinsicHeight: `auto ${block.length * 22}px` }}
          >
            {block.map((line) => (
              <TextLine key={line.number} line={line} selected={selected} onSelect={onSelect} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * Scrolls to a line. Blocks that were not laid out have an estimated height, which is wrong if lines are wrapped. The
 * position is therefore corrected in the next frames. Returns a function that stops the corrections.
 */
function scrollToLine(list: HTMLElement, line: HTMLElement): () => void {
  let frame = 0;
  let left = 5;
  const scroll = () => {
    const top = line.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += top - list.clientHeight / 3;
    if (--left > 0) frame = requestAnimationFrame(scroll);
  };
  scroll();
  return () => cancelAnimationFrame(frame);
}

function TextLine({
  line: { number, parts, begins },
  selected,
  onSelect,
}: {
  line: Line;
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
}) {
  return (
    <div class="text-line" data-line={number}>
      <p>
        {parts.map(({ text, issues }, index) =>
          issues.length === 0 ? (
            <Untrusted key={index} text={text} />
          ) : (
            <mark key={index} data-selected={issues.some(({ id }) => id === selected?.id)}>
              <Untrusted text={text} />
            </mark>
          ),
        )}
      </p>
      {begins.length > 0 && (
        <span class="text-labels">
          {begins.map((issue) => (
            <button
              key={issue.id}
              type="button"
              class={`mark-label severity-${issue.severity}`}
              aria-pressed={issue.id === selected?.id}
              aria-label={`Issue ${issue.referenceNumber}, ${issue.severity}: ${issue.summary}`}
              title={issue.summary}
              onClick={() => onSelect(issue)}
            >
              <SeverityShape severity={issue.severity} />
              {issue.referenceNumber}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

/** Reads the beginning of a text in UTF-8, or in UTF-16 with a byte order mark, as the sidekicks do. */
async function readText(
  media: MediaViewProps['media'],
  readMedia: MediaViewProps['readMedia'],
): Promise<string> {
  const file = openFile(media, readMedia);
  if (file.sizeBytes === 0) return '';
  const bytes = await file.read(0, Math.min(file.sizeBytes, maxShownBytes));
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  // `stream` leaves out a character that is cut at the end of the bytes.
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
