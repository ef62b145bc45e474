import type { Database } from '@assay/storage/database/database.ts';

/**
 * Returns a database that lists the names of the statements that are sent without a transaction.
 * @param failing name of a statement that fails
 */
export function watchStatements(
  database: Database,
  failing?: string,
): { database: Database; names: string[] } {
  const names: string[] = [];
  const query = (config: { name?: string }, ...rest: unknown[]) => {
    names.push(config.name ?? 'unnamed');
    if (config.name === failing) return Promise.reject(new Error('connection lost'));
    return (database.query as (...args: unknown[]) => unknown)(config, ...rest);
  };
  const watched = new Proxy(database, {
    get(target, property) {
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { database: watched, names };
}
