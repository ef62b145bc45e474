import type { FastifyInstance } from 'fastify';
import { reportKeysPath } from '@assay/domain/report-signature.ts';
import { readReportKeys } from '@assay/storage/accounts/report-keys.ts';
import type { Database } from '@assay/storage/database/database.ts';

/** Seconds for which clients may use the keys without asking again. A revoked key is accepted for no longer. */
const maxAgeSeconds = 60;
/** Maximum age of the returned keys. Requests need no API key, so they must not each read the database. */
const keptMs = 5_000;

/** Adds the route of the public keys of reports: a JSON Web Key Set. It needs no API key. */
export function addReportKeys(app: FastifyInstance, database: Database): void {
  let last: { at: number; body: Promise<string> } | null = null;
  const readKeys = async () => JSON.stringify(await readReportKeys(database));

  app.get(reportKeysPath, async (_request, reply) => {
    if (last === null || Date.now() - last.at > keptMs) {
      const body = readKeys();
      body.catch(() => (last = null));
      last = { at: Date.now(), body };
    }
    return reply
      .header('content-type', 'application/jwk-set+json')
      .header('access-control-allow-origin', '*')
      .header('cache-control', `public, max-age=${maxAgeSeconds}`)
      .header('x-content-type-options', 'nosniff')
      .send(await last.body);
  });
}
