import { Client, Connection, type TLSConfig, type WorkflowClientInterceptor } from '@temporalio/client';

/** Where Temporal is, and how it is reached; in plain text when there is no `tls`. */
export interface TemporalConnection {
  address: string;
  tls?: TLSConfig;
  apiKey?: string;
}

/** A client that connects when it is first used, so that its process starts while Temporal is down. */
export function createTemporalClient(
  at: TemporalConnection,
  namespace: string,
  workflow: WorkflowClientInterceptor[] = [],
): Client {
  return new Client({
    connection: Connection.lazy({ ...at, connectTimeout: '3s' }),
    namespace,
    interceptors: { workflow },
  });
}
