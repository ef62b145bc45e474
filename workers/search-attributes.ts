import { type Client, Connection } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { searchAttributes } from '../domain/search-attributes.ts';

/** Makes sure that the namespace knows the search attributes; those it has already are left as they are. */
export async function registerSearchAttributes(client: Client): Promise<void> {
  if (!(client.connection instanceof Connection))
    throw new TypeError('search attributes are registered over a connection');
  const { operatorService } = client.connection;
  const { namespace } = client.options;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter(({ name }) => !(name in customAttributes));
  if (missing.length === 0) return;
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      missing.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type)!]),
    ),
  });
}
