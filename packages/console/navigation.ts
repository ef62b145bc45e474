import { computed, signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

// The router. Each page of the console has a URL with its filters in the query, so that a link is a saved view.

const base = '/console';

const read = () => ({
  path: location.pathname.slice(base.length) || '/',
  query: location.search,
});
const place = signal(read());

/** The URL of the page with unsaved changes that is shown. Null: leaving loses nothing. */
let unsavedPage: string | null = null;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Asks the person before the page is left, by a link of the console or by the browser's own navigation. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useLayoutEffect(() => {
    if (!hasChanges) return;
    unsavedPage = location.href;
    addEventListener('beforeunload', warn);
    return () => {
      unsavedPage = null;
      removeEventListener('beforeunload', warn);
    };
  }, [hasChanges]);
}

/** Returns whether a URL may be opened. A link to a part of the shown page, such as `#main`, does not leave it. */
function mayLeave(to: string): boolean {
  if (unsavedPage === null || new URL(to, unsavedPage).pathname === new URL(unsavedPage).pathname)
    return true;
  return confirm('Leave the page? Your changes are not saved.');
}

/** True once the user has opened a second page. From then on, the heading of each new page gets the focus. */
export let hasNavigated = false;

/** The path of the shown page below `/console`. */
export const path = computed(() => place.value.path);
export const query = computed(() => new URLSearchParams(place.value.query));

/** Returns the URL of a path below `/console`. Empty and null values of the query are left out. */
export function href(to: string, values: Record<string, string | null> = {}): string {
  const kept = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `${base}${to}${kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`}`;
}

/**
 * Opens a page, unless the shown one has unsaved changes that the person wants to keep. With `replace`, the page
 * replaces the current one in the browser's history. With `isSaved`, the person is not asked.
 */
export function navigate(to: string, { replace = false, isSaved = false } = {}): void {
  if (!isSaved && !mayLeave(to)) return;
  const before = path.value;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  place.value = read();
  if (path.value === before) return;
  hasNavigated = true;
  scrollTo(0, 0);
}

/** Returns the parameters of a path such as `/{workspaceId}/settings`. Null if the path does not match. */
export function match(pattern: string, actual: string): Record<string, string> | null {
  const [names, parts] = [pattern.split('/'), actual.replace(/(?<=.)\/$/, '').split('/')];
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index]!;
    if (name.startsWith('{')) params[name.slice(1, -1)] = decodeURIComponent(part);
    else if (name !== part) return null;
  }
  return params;
}

/** Follows links to pages of the console without loading the document again. Downloads are not pages. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    // The browser has changed the URL already.
    if (!mayLeave(location.href)) {
      history.pushState(null, '', unsavedPage);
      return;
    }
    hasNavigated = true;
    place.value = read();
  });
  document.addEventListener('click', (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (modified || event.defaultPrevented || link === null || link.target || link.hash) return;
    if (link.hasAttribute('download')) return;
    if (link.origin !== location.origin || !`${link.pathname}/`.startsWith(`${base}/`)) return;
    event.preventDefault();
    navigate(link.href);
  });
}
