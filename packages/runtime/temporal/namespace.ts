import { setTimeout } from 'node:timers/promises';
import { type Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { searchAttributes } from '@assay/domain/search-attributes.ts';

type SearchAttribute = (typeof searchAttributes)[keyof typeof searchAttributes];

/** Retention of closed workflows in a new namespace. An operator can change it later. */
const retention = '7 days';
/** Maximum wait for a new namespace in milliseconds. All servers of a cluster know it after about ten seconds. */
const propagationMs = 30_000;
/**
 * Wait in milliseconds for new search attributes. By default, the services of Temporal read the list again every 2 s.
 */
const refreshMs = 3_000;
/** Status codes of gRPC: NOT_FOUND and ALREADY_EXISTS. */
const notFound = 5;
const alreadyExists = 6;

/**
 * Creates the client's namespace and its search attributes if they are missing, and waits until Temporal knows them.
 * The call is idempotent. Returns whether the namespace was created, and the names of the added search attributes.
 */
export async function prepareNamespace(client: Client): Promise<{ created: boolean; added: string[] }> {
  const created = await registerNamespace(client);
  const deadline = Date.now() + propagationMs;
  for (;;) {
    try {
      const added = await registerSearchAttributes(client);
      if (added.length > 0) await setTimeout(refreshMs);
      return { created, added };
    } catch (error) {
      if (!isGrpc(error, notFound) || Date.now() > deadline) throw error;
      await setTimeout(500);
    }
  }
}

async function registerNamespace({ workflowService, options: { namespace } }: Client): Promise<boolean> {
  const workflowExecutionRetentionPeriod = msToTs(retention);
  return workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod }).then(
    () => true,
    (error: unknown) => {
      if (isGrpc(error, alreadyExists)) return false;
      throw error;
    },
  );
}

/**
 * Adds the missing search attributes to the namespace and returns their names. If they cannot be added, as in
 * Temporal Cloud, throws an error that lists them.
 */
export async function registerSearchAttributes(client: Client): Promise<string[]> {
  const { customAttributes } = await operatorService(client).listSearchAttributes({
    namespace: client.options.namespace,
  });
  const missing = Object.values(searchAttributes).filter(({ name }) => !(name in customAttributes));
  if (missing.length === 0) return [];
  try {
    await addSearchAttributes(client, missing);
  } catch (error) {
    // Another process has added the search attributes concurrently.
    if (isGrpc(error, alreadyExists)) return [];
    if (isGrpc(error, notFound)) throw error;
    const names = missing.map(({ name, type }) => `${name} (${type})`).join(', ');
    throw new Error(`search attributes are missing and cannot be added by this process: ${names}`, {
      cause: error,
    });
  }
  return missing.map(({ name }) => name);
}

export async function addSearchAttributes(
  client: Client,
  attributes: readonly SearchAttribute[],
): Promise<void> {
  await operatorService(client).addSearchAttributes({
    namespace: client.options.namespace,
    searchAttributes: Object.fromEntries(
      attributes.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type)!]),
    ),
  });
}

function operatorService(client: Client) {
  if (client.connection instanceof Connection) return client.connection.operatorService;
  throw new TypeError('search attributes can only be registered over a Connection, not a NativeConnection');
}

function isGrpc(error: unknown, code: number): boolean {
  return isGrpcServiceError(error) && (error.code as number) === code;
}
