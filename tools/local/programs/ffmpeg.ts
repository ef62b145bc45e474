import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { runTool } from './run-tool.ts';
import { ensureSystemPackage } from './system-package.ts';

const minMajor = 5;

/** Ensures that ffmpeg and ffprobe of version 5 or newer are on PATH. Installs them if necessary and possible. */
export function ensureFfmpeg(cacheDir: string, searchPath: string): Promise<void> {
  return ensureSystemPackage(
    {
      title: 'ffmpeg',
      names: { 'apt-get': 'ffmpeg', dnf: 'ffmpeg-free', apk: 'ffmpeg', pacman: 'ffmpeg', brew: 'ffmpeg' },
      problem: () => findProblem(searchPath),
      needed: `ffmpeg and ffprobe ${minMajor} or newer are needed on PATH`,
      homepage: 'https://ffmpeg.org/download.html',
    },
    cacheDir,
    searchPath,
  );
}

/** Returns a problem with the installed tools, such as `ffmpeg is not installed`; null if there is none. */
async function findProblem(searchPath: string): Promise<string | null> {
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const file = await findOnPath(tool, searchPath);
    if (file === null) return `${tool} is not installed`;
    const version = /version n?(\S+)/.exec(await runTool(file, ['-version']))?.[1] ?? 'unknown';
    // Builds from ffmpeg's main branch have no version number. They are newer than version 5.
    const major = /^(\d+)\./.exec(version)?.[1];
    if (major !== undefined && Number(major) < minMajor) return `${tool} is version ${version}`;
  }
  return null;
}
