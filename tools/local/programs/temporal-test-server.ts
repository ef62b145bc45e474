import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { runTool } from './run-tool.ts';
import { ensureSystemPackage } from './system-package.ts';

const version = '1.32.0';

/**
 * Returns the path of Temporal's time-skipping test server, which the workflow tests need. Uses the server in the
 * user's cache folder, or downloads it with the Temporal SDK. If the download fails, gets the Java library of the
 * server from Maven Central and writes a script that starts it. Throws `SetupError` if both fail.
 */
export async function findTestServer(cacheDir: string, searchPath: string): Promise<string> {
  const directory = path.join(cacheDir, `temporal-test-server-${version}`);
  const executable = path.join(directory, 'test-server');
  if ((await findOnPath('test-server', directory)) !== null) return executable;
  const partial = `${directory}.part-${process.pid}`;
  await mkdir(partial, { recursive: true });
  const errors: string[] = [];
  try {
    for (const get of [download, fromMaven]) {
      try {
        await get(partial, cacheDir, searchPath);
        await rm(directory, { recursive: true, force: true });
        await rename(partial, directory);
        return executable;
      } catch (error) {
        errors.push((error as Error).message.split('\n')[0]!.slice(0, 200));
      }
    }
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  throw new SetupError(
    `Temporal's time-skipping test server is missing and could not be installed (${errors.join('; ')}).\n` +
      '  Allow its download, or install Java 17 and Maven (mvn) to get it from Maven Central.',
  );
}

async function download(directory: string): Promise<void> {
  await step('Downloading the Temporal test server', async () => {
    const environment = await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'cached-download', downloadDir: directory } },
    });
    await environment.teardown();
    const [file] = await readdir(directory);
    if (file === undefined) throw new Error('the download left no file');
    await rename(path.join(directory, file), path.join(directory, 'test-server'));
    await chmod(path.join(directory, 'test-server'), 0o755);
  });
}

async function fromMaven(directory: string, cacheDir: string, searchPath: string): Promise<void> {
  await ensureSystemPackage(
    {
      title: 'Maven',
      // These packages install Java too.
      names: { 'apt-get': 'maven', dnf: 'maven', apk: 'maven', pacman: 'maven', brew: 'maven' },
      problem: () => findProblem(searchPath),
      needed: 'Java 17 and Maven (mvn) are needed on PATH',
      homepage: 'https://maven.apache.org/install.html',
    },
    cacheDir,
    searchPath,
  );
  await step('Downloading the Temporal test server from Maven Central', async () => {
    await writeFile(path.join(directory, 'pom.xml'), pom);
    await runTool(
      'mvn',
      ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib'],
      {
        cwd: directory,
      },
    );
    await writeFile(path.join(directory, 'test-server'), launcher, { mode: 0o755 });
  });
}

/** Returns a message that names the missing program, Java or Maven; null if both are installed. */
async function findProblem(searchPath: string): Promise<string | null> {
  for (const tool of ['java', 'mvn']) {
    if ((await findOnPath(tool, searchPath)) === null) return `${tool} is not installed`;
  }
  return null;
}

/** Maven project with the test server. The package slf4j-nop suppresses the server's warning about a missing logger. */
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${version}</version>
    </dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

/** The options halve the processor time of a server that runs for seconds only. */
const launcher = `#!/bin/sh
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`;
