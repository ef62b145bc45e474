import { type Client, Connection } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { searchAttributes } from '../domain/search-attributes.ts';

/** Makes sure that the namespace knows the search attributes; those it has already are left as they are. */
export async function registerSearchAttributes(client: Client): Promise<void> {
  const { customAttributes } = await operatorService(client).listSearchAttributes({
    namespace: client.options.namespace,
  });
  const missing = Object.values(searchAttributes).filter(({ name }) => !(name in customAttributes));
  if (missing.length > 0) await addSearchAttributes(client, missing);
}

/** Adds search attributes that the namespace does not have. */
export async function addSearchAttributes(
  client: Client,
  attributes: readonly (typeof searchAttributes)[keyof typeof searchAttributes][],
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
