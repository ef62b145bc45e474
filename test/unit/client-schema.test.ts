import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { examples } from '../../api/openapi/examples.ts';

const header = `// Generated from the OpenAPI description; \`npm test -- test/unit/client-schema -u\` updates it.\n\n`;

test('packages/client/schema.ts is generated from the OpenAPI description', async () => {
  // With open responses, the compiler would accept properties that do not exist.
  const description = JSON.stringify(buildOpenApi(examples, { responses: 'closed' }));
  // In a request, properties with a default value are optional.
  const types = astToString(await openapiTS(description, { defaultNonNullable: false }));
  await expect(header + types).toMatchFileSnapshot('../../packages/client/schema.ts');
});
