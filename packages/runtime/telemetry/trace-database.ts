import { SpanKind } from '@opentelemetry/api';
import type { Database } from '@assay/storage/database/database.ts';
import type { Tracing } from './tracing.ts';

type Query = (...parameters: unknown[]) => unknown;

/**
 * Creates a span for each SQL statement within a trace. A span has the name of its statement but not the statement's
 * values. Spans of pool queries include the wait for a connection.
 */
export function traceDatabase(database: Database, tracing: Tracing): void {
  database.query = traced(database.query.bind(database), tracing) as Database['query'];
  // Connections that are checked out for a transaction need their own spans. The pool's own queries pass a callback
  // and already have a span.
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

/** Returns the name of a prepared statement. For an unnamed statement, returns its first word. */
function nameOf(statement: unknown): string {
  const { name, text } = typeof statement === 'string' ? { text: statement } : (statement as Named);
  return name ?? /\w+/.exec(text ?? '')?.[0]?.toLowerCase() ?? 'statement';
}
interface Named {
  name?: string;
  text?: string;
}
