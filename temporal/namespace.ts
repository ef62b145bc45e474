import { setTimeout } from 'node:timers/promises';
import { type Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { searchAttributes } from '../domain/search-attributes.ts';

// What must be there before workflows can run: a namespace that knows the search attributes.

type SearchAttribute = (typeof searchAttributes)[keyof typeof searchAttributes];

/** What has ended can be looked at for so long; `temporal operator namespace update --retention` changes it. */
const retention = '7 days';
/** A Temporal server tells its other parts of a new namespace within ten seconds. */
const newsMs = 30_000;
/** gRPC's codes. */
const notFound = 5;
const alreadyExists = 6;

/**
 * Makes the client's namespace with the search attributes where there is none. What is there already is left as it is, so
 * it may run as often as it likes. Answers what it did.
 */
export async function prepareNamespace(client: Client): Promise<{ created: boolean; added: string[] }> {
  const created = await registerNamespace(client);
  const deadline = Date.now() + newsMs;
  for (;;) {
    try {
      return { created, added: await registerSearchAttributes(client) };
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
 * Makes sure that the namespace knows the search attributes, and answers which it did not. Those it has already are left as
 * they are. Where they cannot be added, as in Temporal Cloud, it throws what has to be added there.
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
    // Another process, which starts at the same time, has added them.
    if (isGrpc(error, alreadyExists)) return [];
    if (isGrpc(error, notFound)) throw error;
    const wanted = missing.map(({ name, type }) => `${name} (${type})`).join(', ');
    throw new Error(`the namespace lacks search attributes, which cannot be added from here: ${wanted}`, {
      cause: error,
    });
  }
  return missing.map(({ name }) => name);
}

/** Adds search attributes that the namespace does not have. */
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
  throw new TypeError('search attributes are registered over a connection of their own');
}

function isGrpc(error: unknown, code: number): boolean {
  return isGrpcServiceError(error) && (error.code as number) === code;
}
