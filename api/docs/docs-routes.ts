import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { absolutePath as swaggerUiDirectory } from 'swagger-ui-dist';
import { errorsPath } from '../../domain/errors.ts';
import { buildOpenApi } from '../openapi/document.ts';
import { examples } from '../openapi/examples.ts';
import { errorsPage } from './errors-page.ts';
import { referencePage, startScript } from './reference-page.ts';

const swaggerUiFiles = ['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png'];

/** Nothing from elsewhere; Swagger UI sets styles on its elements and has pictures in its style sheet. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What the service says of itself: `/openapi.json`, the reference at `/docs` and the errors. No key is needed. */
export function addDocsRoutes(app: FastifyInstance): void {
  const openApi = JSON.stringify(buildOpenApi(examples));
  const sendPage = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header('content-type', `${type}; charset=utf-8`)
      .header('content-security-policy', contentSecurityPolicy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(text);

  app.get('/openapi.json', (_request, reply) => sendPage(reply, 'application/json', openApi));
  app.get('/docs', (_request, reply) => sendPage(reply, 'text/html', referencePage));
  app.get('/docs/start.js', (_request, reply) => sendPage(reply, 'text/javascript', startScript));
  app.get(errorsPath, (_request, reply) => sendPage(reply, 'text/html', errorsPage));
  void app.register(staticFiles, {
    root: swaggerUiDirectory(),
    prefix: '/docs/assets/',
    index: false,
    decorateReply: false,
    maxAge: '1h',
    allowedPath: (path) => swaggerUiFiles.includes(path),
  });
}
