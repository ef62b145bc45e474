import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { examineFile } from '@assay/analysis/check/examine-file.ts';
import { openLocalFile } from '@assay/analysis/check/local-file.ts';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { measureSource } from '@assay/analysis/measure/measure-source.ts';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';
import type { SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';

/** A finding, and the sidekick that reported it. */
export interface SidekickFinding extends Finding {
  sidekick: SidekickCode;
}

/** Thrown if the service would refuse a file. `message` is the reason. */
export class FileRefused extends Error {}

/** All findings of one file, and the seconds that the work took. */
export interface Examined {
  findings: SidekickFinding[];
  /** Sidekicks that could not examine the file, with the reason. */
  failures: { sidekick: SidekickCode; reason: string }[];
  /** Duration of a recording in seconds; null for other files. */
  durationSeconds: number | null;
  /** Elapsed seconds of decoding, of reading text, and of all work. */
  seconds: { decoding: number; reading: number; all: number };
}

/**
 * Creates a media runtime as in a media worker, in the media sandbox if the machine supports it. `examine` runs a
 * built-in sidekick on a file. `examineAll` runs all of them, and reads the text that the file shows. `measure`
 * measures the pages or the duration of a file. `close` ends the processes and removes their work directory. Signers of
 * content credentials are judged against the lists that `C2PA_TRUST_LIST_FILE` and the variables beside it name.
 * @param textModels directory with the weights of the reader of text; null if no text is read
 */
export async function createExaminer(
  { environment }: LocalConfig,
  signal: AbortSignal,
  textModels: string | null = null,
) {
  const workDir = await mkdtemp(path.join(tmpdir(), 'assay-suites-'));
  const runtime = await createMediaRuntime({
    workDir,
    sandbox: 'auto',
    searchPath: environment['PATH'] ?? '',
    textModels,
    trustListFiles: {
      signers: environment['C2PA_TRUST_LIST_FILE'] || null,
      timeStamps: environment['C2PA_TSA_TRUST_LIST_FILE'] || null,
      anchors: environment['C2PA_ANCHORS_FILE'] || null,
    },
  });
  const { parserPool, textReaders, tools } = runtime;
  const common = { runtime, profile: null, signal };

  /** Examines a file although the service may refuse it: the suites have damaged files. */
  async function examine(code: SidekickCode, file: string): Promise<Finding[]> {
    const { findings, problems } = await examineFile({ ...common, file, codes: [code], isMeasured: false });
    const [problem] = problems;
    if (problem !== undefined) throw new Error(problem.message);
    return findings.map(({ finding }) => finding);
  }

  async function measure(file: string): Promise<MeasurementOutcome> {
    const source = await openLocalFile(file);
    const type = fileTypeOf(file);
    if (type === null) throw new Error(`${file} has no extension of an accepted format`);
    const parsers = parserPool.forTenant('suites');
    try {
      return await measureSource(
        { ...runtime, parsers, workspaceId: 'suites' },
        source,
        type.mimeType,
        signal,
      );
    } finally {
      await source.close();
    }
  }

  async function examineAll(file: string): Promise<Examined> {
    const { findings, problems, asset, seconds } = await examineFile({ ...common, file });
    const refusal = problems.find(({ sidekick }) => sidekick === null);
    if (refusal !== undefined) throw new FileRefused(refusal.message);
    return {
      findings: findings.map(({ finding, sidekick }) => ({
        ...finding,
        sidekick: sidekick.code as SidekickCode,
      })),
      failures: problems
        .filter(({ blocking }) => blocking)
        .map(({ sidekick, message }) => ({ sidekick: sidekick as SidekickCode, reason: message })),
      durationSeconds: asset.media?.durationSeconds ?? null,
      seconds,
    };
  }

  return {
    examine,
    examineAll,
    measure,
    tools,
    close: async (): Promise<void> => {
      parserPool.close();
      textReaders?.close();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}
