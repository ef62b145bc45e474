import { existsSync } from 'node:fs';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureFfmpeg } from './programs/ffmpeg.ts';
import { speechModelsDirectory } from './programs/speech-models.ts';
import { textModelsDirectory } from './programs/text-models.ts';

// npm run check -- FILE…: runs `assay check` of this repository. Paths are relative to the directory in which npm was
// started. Reads text in pictures and speech if another command has already downloaded the weights.

const { cacheDir, environment } = loadLocalConfig();
await ensureFfmpeg(cacheDir, environment['PATH'] ?? '');
const models = textModelsDirectory(cacheDir);
if (existsSync(models)) process.env['TEXT_MODELS'] ??= models;
const speech = speechModelsDirectory(cacheDir);
if (existsSync(speech)) process.env['SPEECH_MODELS'] ??= speech;
process.chdir(environment['INIT_CWD'] ?? process.cwd());
process.argv.splice(2, 0, 'check');
await import('@assay/analysis/check/main.ts');
