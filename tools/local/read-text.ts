import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { readFileText } from '@assay/analysis/text/read-file.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureTextModels } from './programs/text-models.ts';

// npm run tool -- read-text FILE…: reads the text in images and videos, and prints it as JSON.

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('usage: npm run tool -- read-text FILE…');
const { cacheDir, environment } = loadLocalConfig();
const searchPath = environment['PATH'] ?? '';
const textModels = await ensureTextModels(cacheDir, searchPath);
if (textModels === null) process.exit(1);
const workDir = await mkdtemp(path.join(tmpdir(), 'assay-read-text-'));
const runtime = await createMediaRuntime({ workDir, sandbox: 'auto', searchPath, textModels });
try {
  for (const file of files) {
    const text = await readFileText({
      tools: runtime.tools,
      path: path.resolve(file),
      reader: runtime.textReaders!.forTenant('read-text'),
      parsers: runtime.parserPool.forTenant('read-text'),
      measuredSeconds: null,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    console.log(JSON.stringify({ file, text }, null, 2));
  }
} finally {
  runtime.parserPool.close();
  runtime.textReaders!.close();
  await rm(workDir, { recursive: true, force: true });
}
