import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';
import { htmlPage } from './html-page.ts';

/** The page of the API reference. Its links are relative, because the service may have a path prefix. */
export const referencePage = htmlPage({
  title: 'Assay API reference',
  head: '',
  body: `<div id="reference"></div>
<script src="docs/assets/scalar.js" crossorigin></script>
<script src="docs/start.js" crossorigin></script>`,
});

// These options switch off every feature of Scalar that sends requests to other hosts: fonts, telemetry and the
// assistant.
export const startScript = `Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  // The content security policy allows requests to the address of this page only, which can differ from PUBLIC_URL.
  servers: [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }],
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'json',
  orderSchemaPropertiesBy: 'preserve',
  operationTitleSource: 'summary',
  hiddenClients: true,
  metaData: { title: 'Assay API reference' },
});
`;

/**
 * Replaces two parts of the browser that throw in a sandboxed page: `localStorage`, in which Scalar keeps the settings
 * of its display, and the clipboard. The settings last until the page is closed.
 */
const replacements = `{
  const items = new Map();
  const localStorage = {
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, item) => void items.set(String(key), String(item)),
    removeItem: (key) => void items.delete(String(key)),
  };
  Object.defineProperty(window, 'localStorage', { value: localStorage });

  const writeText = async (text) => {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
}
`;

interface ViewerScript {
  plain: Buffer;
  gzipped: Buffer;
}

let viewerScript: Promise<ViewerScript> | undefined;

/** Returns the script of Scalar, which the package provides only through a route of its Fastify plugin. */
export function readViewerScript(): Promise<ViewerScript> {
  return (viewerScript ??= load());
}

async function load(): Promise<ViewerScript> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/', configuration: { url: 'openapi.json' } });
  const { payload } = await app.inject('/js/scalar.js');
  await app.close();
  // Removes the last line, which refers to a source map. The service does not serve source maps.
  const plain = Buffer.from(replacements + payload.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  return { plain, gzipped: await promisify(gzip)(plain) };
}
