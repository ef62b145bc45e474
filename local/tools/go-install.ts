import { findOnPath } from '../../activities/media/find-on-path.ts';
import { step } from '../progress.ts';
import { runTool } from './run-tool.ts';

export interface GoCommand {
  title: string;
  /** The package with its version, as `go install` takes it. */
  source: string;
  minGo: readonly [major: number, minor: number];
}

/** Builds a command with Go into a directory. Throws with the reason where Go is missing, too old or fails. */
export async function installWithGo(
  { title, source, minGo }: GoCommand,
  directory: string,
  searchPath: string,
): Promise<void> {
  const go = await findOnPath('go', searchPath);
  if (go === null) throw new Error('build: Go is not installed');
  const [, major = 0, minor = 0] = /go(\d+)\.(\d+)/.exec(await runTool(go, ['version']))?.map(Number) ?? [];
  if (major < minGo[0] || (major === minGo[0] && minor < minGo[1])) {
    throw new Error(`build: Go ${major}.${minor} is older than ${minGo.join('.')}`);
  }
  await step(`Building ${title} with Go: some minutes, once on this machine`, () =>
    runTool('env', [`GOBIN=${directory}`, go, 'install', source]),
  );
}
