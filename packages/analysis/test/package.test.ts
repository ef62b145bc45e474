import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { report } from '@assay/domain/contracts/report.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { run } from '../../../test/support/run.ts';

const packageRoot = path.join(import.meta.dirname, '..');
const timeout = 300_000;

test(
  'the packed command runs in an empty folder on Node 22 and 24, and names them on Node 20',
  { tags: 'long', timeout },
  async () => {
    const directory = path.join(inject('scratchDir'), 'package');
    await mkdir(directory);
    const packed = await run('npm', ['pack', '--silent', '--pack-destination', directory], {
      cwd: packageRoot,
    });
    expect(packed.code, packed.output).toBe(0);
    const [tarball] = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
    await writeFile(path.join(directory, 'package.json'), '{ "private": true }');
    // The package `node` gets its program in an install script.
    const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
    const installed = await run('npm', ['install', ...flags, `./${tarball}`, 'node@22', 'old@npm:node@20'], {
      cwd: directory,
    });
    expect(installed.code, installed.output).toBe(0);

    await make(path.join(directory, 'black.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'color=black:size=320x180',
      '-t',
      '5',
    ]);
    await writeFile(path.join(directory, 'clean.txt'), 'A plain text.\n');
    const command = path.join(directory, 'node_modules/@assay/analysis/dist/analysis/check/start.js');
    const old = await run(
      path.join(directory, 'node_modules/old/bin/node'),
      [command, 'check', 'clean.txt'],
      {
        cwd: directory,
      },
    );
    expect(old).toMatchObject({ code: 2, stdout: '' });
    expect(old.stderr).toMatch(/^error: assay needs Node 22\.17 or newer \(this is Node 20\.[\d.]+\)\n$/);
    for (const node of [path.join(directory, 'node_modules/.bin/node'), process.execPath]) {
      const args = [command, 'check', 'black.mp4', 'clean.txt', '--fail-on', 'minor', '--format', 'json'];
      const ended = await run(node, args, { cwd: directory });
      expect(ended).toMatchObject({ code: 1, stderr: '' });
      const [video, text] = report.array().parse(JSON.parse(ended.stdout));
      expect(video!.issues.map(({ ruleCode }) => ruleCode)).toContain('picture.black');
      expect(text!.verdict).toMatchObject({ verdict: 'pass' });
    }
  },
);
