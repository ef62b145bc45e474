import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

const header = `// Generated from docs/openapi.json; \`npm test -- test/unit/client-schema -u\` updates it.\n\n`;

test('packages/client/schema.ts is generated from docs/openapi.json', async () => {
  const description = new URL('../../docs/openapi.json', import.meta.url);
  // In a request, properties with a default value are optional.
  const types = astToString(await openapiTS(description, { defaultNonNullable: false }));
  await expect(header + types).toMatchFileSnapshot('../../packages/client/schema.ts');
});
