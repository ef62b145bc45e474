import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { goRequirement, installWithGo } from './go.ts';

const version = 'v1.5.1';

/**
 * Returns the path of the Temporal CLI, which runs the local Temporal server with `server start-dev`. Uses the CLI on
 * PATH or in the user's cache folder. Otherwise downloads it, or builds it with Go. If everything fails, throws
 * `SetupError` with all ways to get the CLI.
 */
export async function findTemporalCli(cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const onPath = await findOnPath('temporal', environment['PATH'] ?? '');
  if (onPath !== null) return onPath;
  const directory = path.join(cacheDir, `temporal-cli-${version}`);
  const cached = path.join(directory, 'temporal');
  if ((await findOnPath('temporal', directory)) !== null) return cached;
  await mkdir(directory, { recursive: true });
  const errors: string[] = [];
  for (const get of [download, build]) {
    try {
      await get(directory, cached, cacheDir, environment);
      return cached;
    } catch (error) {
      errors.push((error as Error).message.split('\n')[0]!);
    }
  }
  throw new SetupError(
    `The Temporal dev server is missing and could not be installed (${errors.join('; ')}). Do one of these:\n` +
      '  - set TEMPORAL_ADDRESS to a running Temporal server\n' +
      '  - install the Temporal CLI: https://docs.temporal.io/cli, or "brew install temporal"\n' +
      `  - to have it built from source, install ${goRequirement}`,
  );
}

/** Downloads the CLI. The Temporal SDK downloads it only together with starting it, so the server is started once. */
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
