import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { errorsPath } from '@assay/domain/errors.ts';
import { buildOpenApi } from '../openapi/document.ts';
import { examples } from '../openapi/examples.ts';
import { errorsPage } from './errors-page.ts';
import { readViewerScript, referencePage, startScript } from './viewer.ts';

/**
 * Allows the pages to send requests to this service only. Scalar, the viewer of the API reference, adds style
 * elements and uses `data:` URLs for pictures.
 *
 * `sandbox` gives the pages an opaque origin. Scripts of Scalar can therefore not read the console, although its URL
 * has the same host: browsers send their requests as those of another site, without cookies. Links may open new tabs,
 * which are not sandboxed, and the description can be downloaded.
 */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox';

/**
 * Adds `/openapi.json`, the API reference at `/docs` and the page that explains errors. These routes need no key.
 * @param publicUrl the URL of the service for clients; null if it is unknown
 */
export function addDocsRoutes(app: FastifyInstance, publicUrl: string | null): void {
  const openApi = JSON.stringify(buildOpenApi(examples, { serverUrl: publicUrl ?? '/' }));
  const send = (reply: FastifyReply, type: string, content: string | Buffer) =>
    reply
      .header('content-type', `${type}; charset=utf-8`)
      .header('content-security-policy', contentSecurityPolicy)
      // The sandboxed pages load their scripts and the description as those of another origin.
      .header('access-control-allow-origin', '*')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(content);

  app.get('/openapi.json', (_request, reply) => send(reply, 'application/json', openApi));
  app.get('/docs', (_request, reply) => send(reply, 'text/html', referencePage));
  app.get('/docs/start.js', (_request, reply) => send(reply, 'text/javascript', startScript));
  app.get(errorsPath, (_request, reply) => send(reply, 'text/html', errorsPage));
  app.get('/docs/assets/scalar.js', async (request, reply) => {
    const { plain, gzipped } = await readViewerScript();
    reply.header('cache-control', 'public, max-age=3600').header('vary', 'accept-encoding');
    // The script is about 5 MB long. Compressed with gzip, it is a quarter of that size.
    if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip', 'identity']) !== 'gzip') {
      return send(reply, 'text/javascript', plain);
    }
    return send(reply.header('content-encoding', 'gzip'), 'text/javascript', gzipped);
  });
}
