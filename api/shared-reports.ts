import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '@assay/domain/displayed-media.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { missingPage } from '@assay/reports/html.ts';
import { hashToken } from '@assay/storage/accounts/token.ts';
import { findSharedReport, type SharedReport } from '@assay/storage/submissions/report-links.ts';
import { clientAddress, networkOf } from './client-address.ts';
import type { ApiDeps } from './deps.ts';
import type { LoadShedder } from './load-shedding.ts';
import { createWindows, retryAfterOf } from './rate-limit.ts';
import { contentOf, verificationOf, writePdf } from './report-writer.ts';
import { stampedSignature } from './stamped-signature.ts';

/** Path of the reports that are shared by a link. The token follows it. */
export const sharedPath = '/r';

/** Maximum number of requests per network and minute. A reader makes two, and one for each download. */
const maxRequests = 120;
const yearSeconds = 31_536_000;

const css = readFileSync(fileURLToPath(import.meta.resolve('@assay/reports/report.css')));
const stylesheetName = `report-${hash('sha256', css).slice(0, 16)}.css`;

/** Content security policy of the pages. They have no scripts, forms or frames. Pictures are in the page itself. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type SharedRequest = FastifyRequest<{ Params: { token: string } }>;

/**
 * Adds the pages and files of shared reports. They need no API key: the token of the link decides. Links that are
 * unknown, revoked or expired, and those of erased data, get the same response.
 */
export function addSharedReports(app: FastifyInstance, deps: ApiDeps, loadShedder: LoadShedder): void {
  // The limit protects this process, so each process counts for itself.
  const requests = createWindows('memory', maxRequests, { blockedFrom: null, deletesRows: true });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const network = networkOf(clientAddress(request));
    request.slot = loadShedder.admitVisitor(network, reply.raw);
    try {
      await requests.consume(network);
    } catch (error) {
      throw new ApiError('rate_limited', { retryAfterSeconds: retryAfterOf(error) });
    }
    request.slot.handle();
  }

  /** Adds a route below the token. `send` is called if the link works. */
  function add(
    path: string,
    send: (found: SharedReport, reply: FastifyReply, token: string) => Promise<unknown>,
  ): void {
    app.get(`${sharedPath}/:token${path}`, {
      onRequest: admit,
      onSend: (request, _reply, payload, done) => {
        request.slot?.free();
        done(null, payload);
      },
      handler: async (request: SharedRequest, reply) => {
        const { token } = request.params;
        protect(reply);
        // A text that is no token is looked up, too, so that it takes as long.
        const found = await findSharedReport(deps.database, hashToken(token) ?? Buffer.alloc(32));
        if (found === null)
          return sendPage(
            reply.code(404),
            missingPage(path === '' ? stylesheetName : `../${stylesheetName}`),
          );
        return send(found, reply, token);
      },
    });
  }

  add('', async (found, reply, token) => {
    const { workspaceId, reportKey, signature, picturesBeside, expiresAt } = found;
    const report = await deps.results.readReport(reportKey);
    const files = [
      { name: 'report.pdf', label: 'Report as PDF' },
      { name: 'report.json', label: 'Report as JSON' },
      ...(signature === null ? [] : [{ name: 'report.jws', label: 'Signature of the JSON report' }]),
    ];
    const written = await deps.writeReport(workspaceId, {
      format: 'html',
      report,
      verification: verificationOf(deps, signature),
      pictures: await deps.results.readPictures(picturesBeside, report),
      page: {
        stylesheet: stylesheetName,
        downloads: files.map(({ name, label }) => ({ href: `${token}/${name}`, label })),
        expires: expiresAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
      },
    });
    return sendPage(reply, Buffer.from(contentOf(written)));
  });

  add('/report.pdf', async ({ workspaceId, reportKey, filename, ...found }, reply) => {
    const report = await deps.results.readReport(reportKey);
    const signature = stampedSignature(found.signature, found.timeStamp);
    const content = await writePdf(deps, workspaceId, { ...found, report, signature });
    return sendFile(reply, `${filename}.report.pdf`, 'application/pdf', Buffer.from(content));
  });

  add('/report.json', async ({ reportKey, filename }, reply) =>
    sendFile(reply, `${filename}.report.json`, 'application/json', await deps.results.readReport(reportKey)),
  );

  add('/report.jws', async ({ signature, timeStamp, filename }, reply) => {
    const stamped = stampedSignature(signature, timeStamp);
    if (stamped === null) throw new ApiError('report_not_signed');
    return sendFile(reply, `${filename}.report.jws`, 'application/json', stamped);
  });

  app.get(`${sharedPath}/${stylesheetName}`, (_request, reply) =>
    reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      .header('vary', 'accept-encoding')
      .send(css),
  );
}

function protect(reply: FastifyReply): void {
  reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', pagePolicy)
    .header('cross-origin-opener-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow');
}

function sendPage(reply: FastifyReply, page: string | Buffer): FastifyReply {
  return reply.header('content-type', 'text/html; charset=utf-8').send(page);
}

function sendFile(reply: FastifyReply, name: string, type: string, content: string | Buffer): FastifyReply {
  return reply.header('content-type', type).header('content-disposition', attachment(name)).send(content);
}
