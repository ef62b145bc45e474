/** @module-tag long */

import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runTool } from '../../tools/local/programs/run-tool.ts';

// Follows the instructions in packages/client/README.md in an empty project.

const repository = path.join(import.meta.dirname, '../..');
const modules = path.join(repository, 'node_modules');
const client = path.join(repository, 'packages/client');

const program = `import { createClient, verifyWebhook } from './client/index.ts';
const client = createClient({ baseUrl: 'https://assay.example', apiKey: 'sk_test_1' });
console.log(Object.keys(client).join(), typeof verifyWebhook);
`;

test('the client compiles in a new project, and runs with and without compilation', async () => {
  const project = await mkdtemp(path.join(tmpdir(), 'assay-client-'));
  onTestFinished(() => rm(project, { recursive: true }));
  await cp(client, path.join(project, 'client'), {
    recursive: true,
    filter: (source) => !source.includes('node_modules'),
  });
  await symlink(modules, path.join(project, 'node_modules'));
  await writeFile(path.join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(project, 'main.ts'), program);
  const run = (command: string, ...args: string[]) => runTool(command, args, { cwd: project });
  const tsc = path.join(modules, '.bin/tsc');
  await run(tsc, '--init');
  await rename(path.join(project, 'tsconfig.json'), path.join(project, 'init.json'));
  const readme = await readFile(path.join(client, 'README.md'), 'utf8');
  const settings = JSON.parse(/^```json\n([^]*?)^```/m.exec(readme)![1]!) as { compilerOptions: object };
  await writeFile(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({ extends: './init.json', ...settings }),
  );
  await run(tsc, '--outDir', 'compiled');
  const compiled = await run(process.execPath, 'compiled/main.js');
  expect(compiled).toBe('api,upload,estimate,sidekicks,submit,waitUntilDone,issues,retry function\n');
  expect(await run(process.execPath, 'main.ts')).toBe(compiled);
});
