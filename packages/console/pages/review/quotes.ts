import type { Issue } from '@assay/client/shapes.ts';

/** A passage of a document that an issue quotes. */
export interface Quote {
  quote: string;
  /** The text around the quote. Empty if the sidekick sent none. */
  context: string;
  /** Page number from 1. Null if the sidekick sent none. */
  page: number | null;
  /** Position of the quote in the document's text, in Unicode code points. Null if the sidekick sent none. */
  start: number | null;
}

/** Returns the passages that an issue quotes, in its anchor and in the excerpts of its evidence. */
export function quotesOf({ anchor, contributors }: Issue): Quote[] {
  const quotes = new Map<string, Quote>();
  const add = (one: Quote) => {
    const key = `${one.page} ${one.quote}`;
    if (one.quote.trim() !== '' && (quotes.get(key)?.context ?? '') === '') quotes.set(key, one);
  };
  const page = anchor.kind === 'page' ? anchor.page : null;
  const start = anchor.kind === 'text' ? anchor.start : null;
  for (const { evidence } of contributors) {
    for (const one of evidence) {
      const content = one.content as { quote?: unknown; context?: unknown } | null;
      if (one.sourceType !== 'excerpt' || typeof content?.quote !== 'string') continue;
      const context = typeof content.context === 'string' ? content.context : '';
      const at = one.anchor.kind === 'page' ? one.anchor.page : page;
      add({ quote: content.quote, context, page: at, start });
    }
  }
  if (anchor.kind === 'text') add({ quote: anchor.quote, context: '', page: null, start });
  return [...quotes.values()];
}
