import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

const header = `// Generated from docs/openapi.json; \`npm test -- test/client/schema -u\` writes it anew.\n\n`;

test('the types are those of the interface description', async () => {
  const description = new URL('../../docs/openapi.json', import.meta.url);
  // What has a default may be left out of a request.
  const types = astToString(await openapiTS(description, { defaultNonNullable: false }));
  await expect(header + types).toMatchFileSnapshot('../../client/schema.ts');
});
