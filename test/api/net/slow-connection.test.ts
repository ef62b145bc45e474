import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { createHttpsSender } from '@assay/sender/https-sender.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../../tools/local/stack/tls.ts';
import { useDns } from '../../support/dns-server.ts';

const dns = useDns();
const name = 'far.test';

/** Source code of a server with an accept backlog of one connection. */
const server = `
  require('node:https')
    .createServer(JSON.parse(process.env.CERTIFICATE), (request, response) => response.writeHead(204).end())
    .listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port); });`;

/**
 * Opens connections until the server's accept backlog is full. Linux then drops the SYN of a new connection, and the
 * client retransmits the SYN after 1 s.
 */
async function fill(port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (;;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    if (await Promise.race([once(socket, 'connect').then(() => false), setTimeout(200, true)]))
      return sockets;
  }
}

test('a connection may take a second, although the name has a second address to try', async () => {
  const ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
  const certificate = JSON.stringify(await issueLocalhostCertificate(ca, [name]));
  const child = spawn(process.execPath, ['-e', server], {
    env: { ...process.env, CERTIFICATE: certificate },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const sender = createHttpsSender({
    allowedCidrs: ['127.0.0.0/8', '::1/128'],
    timeoutMs: 8_000,
    extraCa: await readFile(ca.certFile, 'utf8'),
    dnsServers: [dns.address],
  });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    // No server listens at the second address.
    dns.name(name, ['127.0.0.1', '::1']);
    child.kill('SIGSTOP');
    const sockets = await fill(Number(line));
    const answer = sender.post(`https://${name}:${line}/`, {}, '{}');
    await setTimeout(400);
    child.kill('SIGCONT');
    expect(await answer).toMatchObject({ kind: 'response', status: 204 });
    for (const socket of sockets) socket.destroy();
  } finally {
    sender.close();
    child.kill('SIGKILL');
  }
});
