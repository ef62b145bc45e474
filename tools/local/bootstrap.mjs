// node tools/local/bootstrap.mjs SCRIPT [ARGUMENT…]
//
// Runs a script of this project with the pinned Node. Installs the dependencies first if they are missing or outdated.
// This file runs before the installation, so it is plain JavaScript for Node 20 and imports only built-in modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = path.join(root, 'node_modules');
const marker = path.join(modules, '.installed');
const lock = path.join(root, '.install.lock');
const pinnedNode = path.join(modules, '.bin', 'node');
const lockStaleMs = 20_000;

/** Returns a hash of the files that determine which modules npm installs. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

function isInstalled() {
  return existsSync(pinnedNode) && existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint();
}

/** @param {string} command @param {string[]} args @param {import('node:child_process').SpawnOptions} options */
function run(command, args, options) {
  return /** @type {Promise<number>} */ (
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: root, ...options });
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? 1));
    })
  );
}

/** @param {string[]} args */
async function npm(...args) {
  const code = await run('npm', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Error(`npm ${args[0]} failed with exit code ${code}; see its output above`);
}

/** Returns the installed packages whose install scripts may run: those with `true` in `allowScripts`. */
function allowedPackages() {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { allowScripts } = /** @type {{ allowScripts: Record<string, boolean> }} */ (manifest);
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] === true && existsSync(path.join(modules, name)),
  );
}

/** Waits for the lock and acquires it, so that only one of several concurrent commands installs the modules. */
async function acquireLock() {
  for (let announced = false; ; announced = true) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    // A running install touches the lock every two seconds. An older lock is left over from a process that died.
    if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > lockStaleMs) {
      rmSync(lock, { recursive: true, force: true });
    }
    if (!announced) console.log('Waiting for another command that is installing the dependencies…');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function install() {
  await acquireLock();
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const timer = setInterval(() => {
    utimesSync(lock, new Date(), new Date());
    if (process.stdout.isTTY) process.stdout.write(`\r  Installing the dependencies… ${seconds()} s `);
    else if (seconds() % 20 < 2) console.log(`  … ${seconds()} s`);
  }, 2_000);
  try {
    if (isInstalled()) return;
    console.log('Installing the dependencies (npm ci, about a minute the first time)');
    // The packages need the pinned Node. Without this flag, npm would check them against the Node that runs npm.
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false'];
    await npm('ci', ...flags, '--ignore-scripts');
    // npm 10 does not know `allowScripts`, and would run the install scripts of every package.
    await npm('rebuild', ...flags, '--ignore-scripts=false', ...allowedPackages());
    writeFileSync(marker, fingerprint());
    console.log(`${process.stdout.isTTY ? '\r' : ''}  Dependencies installed in ${seconds()} s`);
  } finally {
    clearInterval(timer);
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Runs the script in the terminal of this process, forwards signals to it, and returns its exit code. */
async function handOver(/** @type {string[]} */ args) {
  // Node caches compiled modules in this directory, which halves the start time of a short command.
  const cache = path.join(modules, '.cache', 'node');
  const env = { NODE_COMPILE_CACHE: cache, ...process.env };
  const child = spawn(pinnedNode, args, { cwd: root, stdio: 'inherit', env });
  // A signal from another program reaches only this process, so all signals are forwarded to the child. Ctrl-C reaches
  // the child twice, once directly and once from here. The child ignores the second signal.
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    // The parent of this process is a shell that npm started. A signal to npm ends the shell, which does not forward
    // the signal. This process then gets another parent, and stops the child.
    const parent = process.ppid;
    setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  }
  return /** @type {Promise<number>} */ (
    new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => resolve(code ?? 1));
    })
  );
}

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(
    `Node 20 or newer is needed, but this is ${process.version}. Install it from your system's packages or nodejs.org.`,
  );
  process.exit(1);
}
try {
  if (!isInstalled()) await install();
  process.exitCode = await handOver(process.argv.slice(2));
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
