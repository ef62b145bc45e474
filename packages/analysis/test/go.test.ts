import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tools/local/stack/ports.ts';
import { findGo } from '../../../tools/local/programs/go.ts';

const authorizations: (string | undefined)[] = [];
const newCache = () => path.join(inject('scratchDir'), randomUUID());

/** Starts a Go module proxy that responds to every request with the given status and body. */
async function startProxy(status: number, body: string): Promise<{ url: string; requested: string[] }> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url!);
    if (status === 410) authorizations.push(request.headers.authorization);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/modules/`, requested };
}

test('an archive with a wrong checksum is rejected and deleted', async () => {
  const { url, requested } = await startProxy(200, 'something else');
  const cacheDir = newCache();
  await expect(findGo(cacheDir, { PATH: '', GOPROXY: `${url},direct` })).rejects.toThrow(
    /Go is not installed, and could not be downloaded: .*\.zip: checksum mismatch/,
  );
  expect(requested).toEqual([
    expect.stringMatching(/^\/modules\/golang\.org\/toolchain\/@v\/v0\.0\.1-go[\d.]+\.\w+-\w+\.zip$/),
  ]);
  expect(await readdir(cacheDir)).toEqual([]);
});

test('the error contains the failure of each proxy, without passwords', async () => {
  const { url, requested } = await startProxy(410, 'gone');
  const unused = `http://127.0.0.1:${await freePort(0, new Set())}`;
  const GOPROXY = `${unused}| ${url.replace('//', '//me:se%3Acret@')} ,off`;
  const message = await findGo(newCache(), { PATH: '', GOPROXY }).catch(
    (error: unknown) => (error as Error).message,
  );
  expect(message).toMatch(/ECONNREFUSED.*\.zip: status 410; GOPROXY is off$/);
  expect(message).not.toContain('cret');
  expect(requested).toHaveLength(1);
  expect(authorizations).toEqual([`Basic ${btoa('me:se:cret')}`]);
});
