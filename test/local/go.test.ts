import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '../../local/stack/ports.ts';
import { findGo } from '../../local/tools/go.ts';

const authorizations: (string | undefined)[] = [];
const newCache = () => path.join(inject('scratchDir'), randomUUID());

/** A proxy of Go modules that answers everything with this. */
async function proxy(status: number, body: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (status === 410) authorizations.push(request.headers.authorization);
    response.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/modules/`, asked };
}

test('Go from a proxy that does not have it as it was is not used, and nothing of it stays', async () => {
  const { url, asked } = await proxy(200, 'something else');
  const cacheDir = newCache();
  await expect(findGo(cacheDir, { PATH: '', GOPROXY: `${url},direct` })).rejects.toThrow(
    /Go is not installed, and could not be fetched: .*\.zip: is not what it was/,
  );
  expect(asked).toEqual([
    expect.stringMatching(/^\/modules\/golang\.org\/toolchain\/@v\/v0\.0\.1-go[\d.]+\.\w+-\w+\.zip$/),
  ]);
  expect(await readdir(cacheDir)).toEqual([]);
});

test('what each proxy answers instead is told, and no password', async () => {
  const { url, asked } = await proxy(410, 'gone');
  const nobody = `http://127.0.0.1:${await freePort(0, new Set())}`;
  const GOPROXY = `${nobody}| ${url.replace('//', '//me:se%3Acret@')} ,off`;
  const told = await findGo(newCache(), { PATH: '', GOPROXY }).catch(
    (error: unknown) => (error as Error).message,
  );
  expect(told).toMatch(/ECONNREFUSED.*\.zip: answers 410; GOPROXY is off$/);
  expect(told).not.toContain('cret');
  expect(asked).toHaveLength(1);
  expect(authorizations).toEqual([`Basic ${btoa('me:se:cret')}`]);
});
