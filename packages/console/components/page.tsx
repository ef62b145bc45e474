import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hasNavigated } from '../navigation.ts';

/**
 * The heading of a page, which is also the document's title. After a navigation, the heading gets the focus. The
 * keyboard then continues from there, as after the load of a document.
 */
export function PageHeading({
  title,
  shown,
  children,
}: {
  title: string;
  shown?: ComponentChildren;
  children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  // A layout effect runs before the heading is painted, so Tab continues from the heading as soon as it is visible.
  useLayoutEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="page-heading">
      <h1 ref={heading} tabIndex={-1}>
        {shown ?? title}
      </h1>
      {children}
    </div>
  );
}

/** A panel for a page without content. It explains what the page shows and what to do. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Loading({ what }: { what: string }) {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading {what}…</span>
      <span class="skeleton" />
      <span class="skeleton" />
      <span class="skeleton" />
    </div>
  );
}
