import { useEffect, useRef } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { SeverityLabel } from '../../../components/badges.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Untrusted } from '../../../components/texts.tsx';
import { findQuote } from '../find-quote.ts';
import { OriginalLink } from '../original-link.tsx';
import { type Quote, quotesOf } from '../quotes.ts';
import type { MediaViewProps } from '../view.ts';

/** The passages that issues quote, in their order in the document. */
export function Excerpts({ media, issues, selected, onSelect }: MediaViewProps) {
  const quoting = issues
    .map((issue) => ({ issue, quotes: quotesOf(issue) }))
    .filter(({ quotes }) => quotes.length > 0)
    .sort((a, b) => placeOf(a.quotes[0]!) - placeOf(b.quotes[0]!));
  return (
    <div class="excerpts">
      <Notice tone="info">
        <p>
          <strong>Browsers do not show this type of document.</strong>{' '}
          {quoting.length === 0
            ? 'No issue quotes its text.'
            : 'These are the passages that the issues quote.'}
        </p>
        <OriginalLink media={media} />
      </Notice>
      {quoting.length > 0 && (
        <ol class="excerpt-list" aria-label="Quoted passages">
          {quoting.map(({ issue, quotes }) => (
            <li key={issue.id}>
              <Excerpt
                issue={issue}
                quotes={quotes}
                isSelected={issue.id === selected?.id}
                onSelect={onSelect}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const placeOf = ({ page, start }: Quote) => start ?? page ?? 0;

function Excerpt({
  issue,
  quotes,
  isSelected,
  onSelect,
}: {
  issue: Issue;
  quotes: readonly Quote[];
  isSelected: boolean;
  onSelect: (issue: Issue) => void;
}) {
  const item = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSelected) item.current!.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <article ref={item} class="excerpt-item" data-selected={isSelected}>
      <button type="button" class="excerpt-head" aria-pressed={isSelected} onClick={() => onSelect(issue)}>
        <SeverityLabel severity={issue.severity} />
        <span class="muted">Issue {issue.referenceNumber}</span>
        <span class="visually-hidden">: {issue.summary}</span>
      </button>
      {quotes.map(({ quote, context, page }) => (
        <blockquote key={`${page} ${quote}`}>
          <Marked text={context === '' ? quote : context} quote={quote} />
          {page !== null && <footer class="muted">Page {page}</footer>}
        </blockquote>
      ))}
    </article>
  );
}

function Marked({ text, quote }: { text: string; quote: string }) {
  const span = findQuote(text, quote);
  if (span === null) return <Untrusted text={text} />;
  return (
    <>
      <Untrusted text={text.slice(0, span.start)} />
      <mark>
        <Untrusted text={text.slice(span.start, span.end)} />
      </mark>
      <Untrusted text={text.slice(span.end)} />
    </>
  );
}
