import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { readSpeech } from '@assay/analysis/speech/read-speech.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureSpeechModels } from './programs/speech-models.ts';

// npm run tool -- read-speech FILE…: recognises the speech in videos and sound, and prints it as JSON.

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('usage: npm run tool -- read-speech FILE…');
const { cacheDir, environment } = loadLocalConfig();
const searchPath = environment['PATH'] ?? '';
const speechModels = await ensureSpeechModels(cacheDir, searchPath);
if (speechModels === null) process.exit(1);
const workDir = await mkdtemp(path.join(tmpdir(), 'assay-read-speech-'));
const runtime = await createMediaRuntime({ workDir, sandbox: 'auto', searchPath, speechModels });
try {
  for (const file of files) {
    const speech = await readSpeech({
      tools: runtime.tools,
      path: path.resolve(file),
      listener: runtime.speechListeners!.forTenant('read-speech'),
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    console.log(JSON.stringify({ file, speech }));
  }
} finally {
  runtime.parserPool.close();
  runtime.speechListeners!.close();
  await rm(workDir, { recursive: true, force: true });
}
