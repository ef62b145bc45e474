import { Client, Connection } from '@temporalio/client';

/** A client that connects when it is first used, so that its process starts while Temporal is down. */
export function createTemporalClient(address: string, namespace: string): Client {
  return new Client({ connection: Connection.lazy({ address, connectTimeout: '3s' }), namespace });
}
