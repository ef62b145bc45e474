import {
  Client,
  Connection,
  type DataConverter,
  type TLSConfig,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';

/** Address and credentials of Temporal. Without `tls` the connection is unencrypted. */
export interface TemporalConnection {
  address: string;
  tls?: TLSConfig;
  apiKey?: string;
}

/** Creates a client that connects on first use, so that a process can start while Temporal is down. */
export function createTemporalClient(
  connection: TemporalConnection,
  namespace: string,
  workflow: WorkflowClientInterceptor[] = [],
  dataConverter: DataConverter = {},
): Client {
  return new Client({
    connection: Connection.lazy({ ...connection, connectTimeout: '3s' }),
    namespace,
    interceptors: { workflow },
    dataConverter,
  });
}

/** Creates a client on the workers' connection. Only such a client can start workflows eagerly. */
export function createWorkerClient(
  connection: NativeConnection,
  namespace: string,
  workflow: WorkflowClientInterceptor[] = [],
  dataConverter: DataConverter = {},
): Client {
  return new Client({ connection, namespace, interceptors: { workflow }, dataConverter });
}
