import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fromBufferPromise } from 'yauzl';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { messageWithCause, step } from '../progress.ts';
import { runTool } from './run-tool.ts';

const minGo = [1, 25] as const;
const version = '1.26.8';
/** SHA-256 of the archives of the Go module `golang.org/toolchain`, by Node's names of platform and architecture. */
const archives: Partial<Record<string, readonly [goPlatform: string, sha256: string]>> = {
  'linux-x64': ['linux-amd64', '30c2b1bf7dcc88d3eb0a1364e47ddd9128edb3110a30e8a0ef61cd5856b31de7'],
  'linux-arm64': ['linux-arm64', '02b36b6787b3ac767668f630e2998df45a3b1f9ffee08d1bf3ef6487cd658d99'],
  'darwin-x64': ['darwin-amd64', 'fe99a2009e5bb51e06d7784f1a486478673512041c2671157bd382806e2aedcf'],
  'darwin-arm64': ['darwin-arm64', '0aad5fb52b88498885290178adc0bcfe429bc63012621af9f83282eb640bd9c7'],
};

/** Text for error messages: the required version of Go, and where to get Go. */
export const goRequirement = `Go ${minGo.join('.')} or newer (https://go.dev/dl/), or a Go module proxy that serves it: https://proxy.golang.org, or the one in GOPROXY`;

export interface GoCommand {
  title: string;
  /** The package path and version, as for `go install`: `example.org/tool@v1.0.0`. */
  source: string;
}

/** Builds a Go command into a directory, at low CPU priority. Throws an error with the reason if the build fails. */
export async function installWithGo(
  { title, source }: GoCommand,
  directory: string,
  cacheDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const go = await findGo(cacheDir, environment);
  await step(`Building ${title} with Go (a few minutes, only once on this machine)`, () =>
    runTool('nice', ['env', `GOBIN=${directory}`, ...go, 'install', source]),
  );
}

/**
 * Returns the beginning of a command line that runs Go in version `minGo` or newer: Go on PATH, or else Go in the
 * user's cache folder. Downloads Go from the Go module proxy if necessary. Throws an error with the reason if no Go is
 * available.
 */
export async function findGo(cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const onPath = await findOnPath('go', environment['PATH'] ?? '');
  if (onPath !== null && (await isNewEnough(onPath))) return [onPath];
  const directory = path.join(cacheDir, `go-${version}`);
  // GOROOT is removed, because it could point to the standard library of another version of Go.
  const cached = ['env', '-u', 'GOROOT', path.join(directory, 'bin', 'go')];
  if (await isInstalled(directory)) return cached;
  await step(`Downloading Go ${version}`, () => fetchGo(directory, environment)).catch((error: unknown) => {
    const found = onPath === null ? 'is not installed' : `on PATH is older than ${minGo.join('.')}`;
    throw new Error(`Go ${found}, and could not be downloaded: ${(error as Error).message}`, {
      cause: error,
    });
  });
  return cached;
}

const isInstalled = async (directory: string) =>
  (await findOnPath('go', path.join(directory, 'bin'))) !== null;

async function isNewEnough(go: string): Promise<boolean> {
  const output = await runTool(go, ['version']).catch(() => '');
  const [, major = 0, minor = 0] = /go(\d+)\.(\d+)/.exec(output)?.map(Number) ?? [];
  return major > minGo[0] || (major === minGo[0] && minor >= minGo[1]);
}

async function fetchGo(directory: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const [platform, sha256] = archives[`${process.platform}-${process.arch}`] ?? [];
  if (platform === undefined) throw new Error(`no Go is known for ${process.platform} on ${process.arch}`);
  const setting = environment['GOPROXY'] || 'https://proxy.golang.org';
  const proxies = setting.split(/[,|]/).map((proxy) => proxy.trim());
  const name = `golang.org/toolchain@v0.0.1-go${version}.${platform}`;
  await mkdir(path.dirname(directory), { recursive: true });
  const partial = await mkdtemp(`${directory}.part-`);
  const unpacked = path.join(partial, 'go');
  try {
    const archive = await downloadFromAny(proxies, `/${name.replace('@', '/@v/')}.zip`, sha256!);
    await unpack(archive, `${name}/`, unpacked);
    await rename(unpacked, directory).catch(async (error: unknown) => {
      // Ignore the error if another process has installed the same version in the meantime.
      if (!(await isInstalled(directory))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * Downloads a file from the first Go module proxy that serves it. If all proxies fail, throws an error with the errors
 * of all proxies.
 * @param sha256 the expected checksum of the file, in hexadecimal
 */
async function downloadFromAny(proxies: readonly string[], urlPath: string, sha256: string): Promise<Buffer> {
  // Trust the root certificates of the system too, as Go and pip do: companies often install root certificates there.
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
  const errors: string[] = [];
  for (const proxy of proxies) {
    if (!/^https?:/.test(proxy) || !URL.canParse(proxy)) {
      errors.push(`GOPROXY is ${proxy}`);
      continue;
    }
    const url = new URL(proxy.replace(/\/$/, '') + urlPath);
    const { username, password } = url;
    url.username = url.password = '';
    try {
      return await download(url.href, basicAuthorization(username, password), sha256);
    } catch (error) {
      errors.push(`${url.href}: ${messageWithCause(error)}`);
    }
  }
  throw new Error(errors.join('; '));
}

function basicAuthorization(username: string, password: string): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { Authorization: `Basic ${credentials.toString('base64')}` };
}

async function download(url: string, headers: Record<string, string>, sha256: string): Promise<Buffer> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(body).digest('hex') !== sha256) throw new Error('checksum mismatch');
  return body;
}

/** Extracts a folder of an archive. Makes the programs in it executable, because Go modules do not store file modes. */
async function unpack(archive: Buffer, folder: string, directory: string): Promise<void> {
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith(folder) || entry.fileName.endsWith('/')) continue;
    const name = entry.fileName.slice(folder.length);
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    const mode = /^(?:bin|pkg\/tool)\//.test(name) ? 0o755 : 0o644;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file, { mode }));
  }
}
