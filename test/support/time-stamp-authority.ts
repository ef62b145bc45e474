import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { run } from './run.ts';

/** A time-stamp authority (RFC 3161) whose tokens OpenSSL makes. */
export interface TestAuthority {
  url: string;
  /** PEM file with its root certificate. */
  caFile: string;
  /** Replaces the status of the next responses. Null: they are tokens. */
  fail: (status: number | null) => void;
  close: () => Promise<void>;
}

export async function startAuthority(folder: string, name: string): Promise<TestAuthority> {
  const at = (file: string) => path.join(folder, `${name}-${file}`);
  const openssl = async (...args: string[]) => {
    const { code, stderr } = await run('openssl', args);
    if (code !== 0) throw new Error(`openssl ${args[0]}: ${stderr}`);
  };
  const [caKey, caFile, key, request, certificate, config] = [
    'ca.key',
    'ca.pem',
    'tsa.key',
    'tsa.csr',
    'tsa.pem',
    'ts.cnf',
  ].map(at) as [string, string, string, string, string, string];
  for (const file of [caKey, key])
    await openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', file);
  const root = ['-subj', `/CN=${name} root`, '-days', '2', '-addext', 'keyUsage=critical,keyCertSign'];
  await openssl('req', '-x509', '-new', '-key', caKey, '-out', caFile, ...root);
  await openssl('req', '-new', '-key', key, '-out', request, '-subj', `/CN=${name}`);
  await writeFile(at('ext.cnf'), 'extendedKeyUsage=critical,timeStamping\n');
  const issue = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', at('ext.cnf')];
  await openssl('x509', '-req', '-in', request, '-out', certificate, ...issue);
  await writeFile(at('serial'), '01\n');
  await writeFile(
    config,
    [
      '[tsa]',
      ...[
        `serial = ${at('serial')}`,
        `signer_cert = ${certificate}`,
        `signer_key = ${key}`,
        `certs = ${caFile}`,
      ],
      ...[
        'default_policy = 1.2.3.4',
        'digests = sha256',
        'signer_digest = sha256',
        'ess_cert_id_alg = sha256',
      ],
    ].join('\n'),
  );
  let status: number | null = null;
  const server: Server = createServer((incoming, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      if (status !== null) return response.writeHead(status).end();
      await writeFile(at('query.tsq'), Buffer.concat(parts));
      const answer = at('reply.tsr');
      const files = ['-queryfile', at('query.tsq'), '-out', answer];
      await openssl('ts', '-reply', '-config', config, '-section', 'tsa', ...files);
      return response
        .writeHead(200, { 'content-type': 'application/timestamp-reply' })
        .end(await readFile(answer));
    })().catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    caFile,
    fail: (next) => (status = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
