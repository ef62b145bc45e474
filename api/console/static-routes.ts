import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '@assay/domain/errors.ts';
import type { ConsoleFile } from './console-files.ts';

/** The built console, and the prefix of the S3 URLs that its pages use. */
export interface ConsoleFiles {
  files: ReadonlyMap<string, ConsoleFile>;
  /** Returns the prefix of presigned URLs. The console uploads to these URLs and loads pictures from them. */
  storageBase: () => Promise<string>;
}

/** The URL path of the console. Its API is at `/console/api`. */
export const consolePath = '/console';

/** Vite puts the hash of a file's content into its name, so the file behind a name never changes. */
const hashedFiles = 'assets/';
const yearSeconds = 31_536_000;

/**
 * Adds the static files of the console. Paths below `/console/assets` return built files, and paths below
 * `/console/api` belong to the API. Every other path returns `index.html`, because each page of the console has its own
 * URL.
 */
export function addConsoleFiles(app: FastifyInstance, { files, storageBase }: ConsoleFiles): void {
  const [page, verifyPage] = ['index.html', 'verify.html'].map((name) => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`CONSOLE_DIR contains no ${name}`);
    return file;
  }) as [ConsoleFile, ConsoleFile];

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurityPolicy(await storageBase()))
      .header('cross-origin-opener-policy', 'same-origin');
    return sendFile(request, reply, page);
  };
  // The page verifies reports. It needs no account, sends nothing and reads only the public keys.
  app.get('/verify', (request, reply) => {
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', verifyPolicy)
      .header('cross-origin-opener-policy', 'same-origin');
    return sendFile(request, reply, verifyPage);
  });
  app.get(consolePath, sendPage);
  app.get<{ Params: { '*': string } }>(`${consolePath}/*`, async (request, reply) => {
    const name = request.params['*'];
    if (name === 'api' || name.startsWith('api/')) throw new ApiError('route_not_found');
    if (!name.startsWith(hashedFiles)) return sendPage(request, reply);
    const file = files.get(name);
    if (file === undefined) throw new ApiError('route_not_found');
    reply
      .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      .header('content-security-policy', assetPolicy);
    return sendFile(request, reply, file);
  });
}

/**
 * Content security policy of the built files. A web worker has the policy of its own script, not that of the page. The
 * worker of pdf.js parses hostile files. The worker may load decoders from the console, and may request nothing else.
 */
const assetPolicy = "default-src 'none'; script-src 'self'";

/** Content security policy of the page `/verify`. */
const verifyPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip', 'identity']);
  reply
    .header('content-type', file.type)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
  const { compressed } = file;
  if (compressed === null || (encoding !== 'br' && encoding !== 'gzip')) return reply.send(file.plain);
  return reply.header('content-encoding', encoding).send(compressed[encoding]);
}

/**
 * Returns the content security policy of the console's page. It allows no inline script, style or handler.
 * @param storage prefix of presigned URLs. The prefix contains the bucket, so other buckets of the host are not allowed
 */
function contentSecurityPolicy(storage: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${storage}`,
    `media-src ${storage}`,
    `connect-src 'self' ${storage}`,
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types assay',
  ].join('; ');
}
