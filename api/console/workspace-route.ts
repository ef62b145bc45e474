import type { Operation, Route } from '../route.ts';

/** A route of a workspace that members use with the cookie of their session. */
export type WorkspaceRoute = Pick<Route, 'method' | 'path' | 'bucket' | 'role' | 'sandboxOnly'> & {
  operation: Pick<
    Operation<unknown, unknown, unknown>,
    'params' | 'query' | 'body' | 'handle' | 'read' | 'checkQuery' | 'handlerTimeoutMs'
  >;
};

/**
 * The parts of an operation that only the console uses. It has no description, because the interface description omits
 * it.
 */
type Definition<Params, Query, Body> = Pick<
  Operation<Params, Query, Body>,
  'params' | 'query' | 'body' | 'handle'
>;

/** Returns the operation with its types erased, after the compiler has checked them against its schemas. */
export function consoleOperation<Params, Query, Body>(definition: Definition<Params, Query, Body>) {
  return definition as Definition<unknown, unknown, unknown>;
}
