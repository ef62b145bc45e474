import { computed, signal } from '@preact/signals';

// The router. Each page of the console has a URL with its filters in the query, so that a link is a saved view.

const base = '/console';

const read = () => ({
  path: location.pathname.slice(base.length) || '/',
  query: location.search,
});
const place = signal(read());

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

/** Opens a page. With `replace`, the page replaces the current one in the browser's history. */
export function navigate(to: string, { replace = false } = {}): void {
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

/** Follows links to pages of the console without loading the document again. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    hasNavigated = true;
    place.value = read();
  });
  document.addEventListener('click', (event) => {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (modified || event.defaultPrevented || link === null || link.target || link.hash) return;
    if (link.origin !== location.origin || !`${link.pathname}/`.startsWith(`${base}/`)) return;
    event.preventDefault();
    navigate(link.href);
  });
}
