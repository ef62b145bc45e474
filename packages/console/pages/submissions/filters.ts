import { query } from '../../navigation.ts';

/** The filters of the list of submissions, by their names in the URL and in the API. */
export const filterNames = [
  'status',
  'verdict',
  'signOff',
  'assetType',
  'severity',
  'ruleCode',
  'profile',
  'search',
  'since',
  'until',
] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Record<FilterName, string>;

export function currentFilters(): Filters {
  return Object.fromEntries(filterNames.map((name) => [name, query.value.get(name) ?? ''])) as Filters;
}

/** Returns the API query for filters and a cursor. Days are in local time. `until` is the last day included. */
export function apiQuery(
  filters: Filters,
  environment: string,
  cursor: string | null,
  limit: number,
): string {
  const values = new URLSearchParams({ environment, limit: String(limit) });
  for (const name of filterNames) {
    const value = filters[name].trim();
    if (value === '') continue;
    if (name === 'since' || name === 'until') {
      const start = new Date(`${value}T00:00`);
      // Not 24 hours, because a day on which the clocks change has 23 or 25.
      if (name === 'until') start.setDate(start.getDate() + 1);
      if (!Number.isNaN(start.getTime())) values.set(name, start.toISOString());
    } else values.set(name, value);
  }
  if (cursor !== null) values.set('cursor', cursor);
  return values.toString();
}
