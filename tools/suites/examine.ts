import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { observeFile } from '@assay/analysis/jobs/observe-file.ts';
import { measureSource } from '@assay/analysis/measure/measure-source.ts';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { builtInSidekicks } from '@assay/analysis/sidekicks/built-in.ts';
import {
  findSidekick,
  type SidekickCode,
  sidekickDescriptions,
} from '@assay/analysis/sidekicks/catalogue.ts';
import { checkFindings } from '@assay/analysis/contract/check-findings.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { type FileType, fileTypeOf, isDecodable } from '@assay/domain/asset-type.ts';
import { bytesSource, type RangedSource } from '@assay/domain/lib/ranged-source.ts';

/**
 * Creates a media runtime as in a media worker, in the media sandbox if the machine supports it. `examine` runs a
 * built-in sidekick on a file. `measure` measures the pages or the duration of a file. `close` ends the processes and
 * removes their work directory.
 */
export async function createExaminer({ environment }: LocalConfig, signal: AbortSignal) {
  const workDir = await mkdtemp(path.join(tmpdir(), 'assay-suites-'));
  const searchPath = environment['PATH'] ?? '';
  const runtime = await createMediaRuntime({ workDir, sandbox: 'auto', searchPath });
  const { parserPool, tools } = runtime;
  const parsers = parserPool.forTenant('suites');
  const progress = () => undefined;

  async function examine(code: SidekickCode, file: string): Promise<Finding[]> {
    const filename = path.basename(file);
    const type = acceptedType(filename);
    const description = sidekickDescriptions.find((sidekick) => sidekick.code === code)!;
    const codes = description.decodes && isDecodable(type.mimeType) ? [code] : [];
    const observed =
      codes.length === 0 ? null : await observeFile({ tools, path: file, codes, signal, progress });
    const findings = await builtInSidekicks[code].examine(
      {
        asset: {
          assetId: filename,
          filename,
          assetType: type.assetType,
          mimeType: type.mimeType,
          pages: null,
        },
        source: fileSource(await readFile(file)),
        shownText: null,
        localFile: () => Promise.resolve(file),
        parsers,
        tools,
        signal,
        progress,
      },
      bytesSource(Buffer.from(JSON.stringify(observed?.observations[code] ?? null))),
    );
    return checkFindings(findSidekick(description.id)!, findings);
  }

  return {
    examine,
    measure: async (file: string) => {
      const { mimeType } = acceptedType(file);
      const source = fileSource(await readFile(file));
      return measureSource({ ...runtime, parsers }, source, mimeType, signal);
    },
    close: async (): Promise<void> => {
      parserPool.close();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

function acceptedType(file: string): FileType {
  const type = fileTypeOf(file);
  if (type === null) throw new Error(`${file} has no extension of an accepted format`);
  return type;
}

function fileSource(bytes: Buffer): RangedSource {
  return { ...bytesSource(bytes), download: (target) => writeFile(target, bytes) };
}
