import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { findOnPath } from '../../analysis/media/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { goIsNeeded, installWithGo } from './go.ts';

const version = 'v1.5.1';

/**
 * The Temporal CLI, whose `server start-dev` is the local Temporal: on PATH, else from the cache that all clones
 * share, else downloaded, else built with Go. Throws `SetupError` naming every way when none works.
 */
export async function findTemporalCli(cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const onPath = await findOnPath('temporal', environment['PATH'] ?? '');
  if (onPath !== null) return onPath;
  const directory = path.join(cacheDir, `temporal-cli-${version}`);
  const cached = path.join(directory, 'temporal');
  if ((await findOnPath('temporal', directory)) !== null) return cached;
  await mkdir(directory, { recursive: true });
  const faults: string[] = [];
  for (const get of [download, build]) {
    try {
      await get(directory, cached, cacheDir, environment);
      return cached;
    } catch (error) {
      faults.push((error as Error).message.split('\n')[0]!);
    }
  }
  throw new SetupError(
    `The Temporal dev server is missing, and could not be had (${faults.join('; ')}). Any of these helps:\n` +
      '  - set TEMPORAL_ADDRESS to a Temporal server that is running\n' +
      '  - install the Temporal CLI: https://docs.temporal.io/cli, or "brew install temporal"\n' +
      `  - to build it from source: ${goIsNeeded}`,
  );
}

/** The SDK can download the CLI to run it; what it leaves behind is what is wanted. */
async function download(directory: string, target: string): Promise<void> {
  await step(`Downloading the Temporal CLI ${version}`, async () => {
    const downloadDir = path.join(directory, 'download');
    await mkdir(downloadDir, { recursive: true });
    try {
      const environment = await TestWorkflowEnvironment.createLocal({
        server: { executable: { type: 'cached-download', downloadDir, version } },
      });
      await environment.teardown();
      const [file] = await readdir(downloadDir);
      if (file === undefined) throw new Error('the download left no file');
      await chmod(path.join(downloadDir, file), 0o755);
      await rename(path.join(downloadDir, file), target);
    } catch (error) {
      throw new Error(`download: ${firstSentence(error)}`);
    } finally {
      await rm(downloadDir, { recursive: true, force: true });
    }
  });
}

function build(
  directory: string,
  _target: string,
  cacheDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const source = `github.com/temporalio/cli/cmd/temporal@${version}`;
  return installWithGo({ title: `the Temporal CLI ${version}`, source }, directory, cacheDir, environment);
}

function firstSentence(error: unknown): string {
  return (error as Error).message.split(': error sending')[0]!.slice(0, 200);
}
