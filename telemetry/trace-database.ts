import { SpanKind } from '@opentelemetry/api';
import type { Database } from '../storage/postgres/database.ts';
import type { Tracing } from './tracing.ts';

type Query = (...parameters: unknown[]) => unknown;

/**
 * Makes each statement a span of what is traced at the time, under the statement's name; values are not told. From the pool,
 * the wait for a connection is a part of it.
 */
export function traceDatabase(database: Database, tracing: Tracing): void {
  database.query = traced(database.query.bind(database), tracing) as Database['query'];
  // Connections that were taken out of the pool for a transaction. The pool's own statements come with a callback, and are
  // spans already.
  database.on('connect', (client) => {
    client.query = traced(client.query.bind(client), tracing) as typeof client.query;
  });
}

function traced(query: Query, tracing: Tracing): Query {
  return (...parameters) => {
    if (typeof parameters.at(-1) === 'function') return query(...parameters);
    const name = nameOf(parameters[0]);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    return tracing.inSpan(
      `sql ${name}`,
      { kind: SpanKind.CLIENT, attributes },
      () => query(...parameters) as Promise<unknown>,
    );
  };
}

/** The name of a prepared statement, or the first word of another. */
function nameOf(statement: unknown): string {
  const { name, text } = typeof statement === 'string' ? { text: statement } : (statement as Named);
  return name ?? /\w+/.exec(text ?? '')?.[0]?.toLowerCase() ?? 'statement';
}
interface Named {
  name?: string;
  text?: string;
}
