import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflows } from './bundle.ts';

// node workers/build-bundle.ts FILE: writes the workflow bundle to FILE. Workers read the path from WORKFLOW_BUNDLE.

const file = process.argv[2];
if (file === undefined) throw new Error('usage: node workers/build-bundle.ts FILE');
await mkdir(path.dirname(file), { recursive: true });
await writeFile(`${file}.part`, await bundleWorkflows());
await rename(`${file}.part`, file);
