import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Observed, observeFile } from '@assay/analysis/jobs/observe-file.ts';
import { measureSource } from '@assay/analysis/measure/measure-source.ts';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';
import { readFileText } from '@assay/analysis/text/read-file.ts';
import { readPages } from '@assay/analysis/text/read-pages.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { builtInSidekicks } from '@assay/analysis/sidekicks/built-in.ts';
import {
  availableSidekicks,
  describeSidekick,
  type SidekickCode,
} from '@assay/analysis/sidekicks/catalogue.ts';
import { checkFindings } from '@assay/analysis/contract/check-findings.ts';
import { defaultSettings } from '@assay/analysis/contract/settings.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { type FileType, fileTypeOf, isDecodable, showsText } from '@assay/domain/asset-type.ts';
import { bytesSource, type RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { messageWithCause } from '../local/progress.ts';

/** A finding, and the sidekick that reported it. */
export interface SidekickFinding extends Finding {
  sidekick: SidekickCode;
}

/** Thrown if the service would refuse a file. `message` is the reason, as the API shows it. */
export class FileRefused extends Error {}

/** All findings of one file, and the seconds that the work took. */
export interface Examined {
  findings: SidekickFinding[];
  /** Sidekicks that could not examine the file, with the reason. */
  failures: { sidekick: SidekickCode; reason: string }[];
  /** Decoded duration of a recording in seconds; null for other files. */
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
  const searchPath = environment['PATH'] ?? '';
  const runtime = await createMediaRuntime({
    workDir,
    sandbox: 'auto',
    searchPath,
    textModels,
    trustListFiles: {
      signers: environment['C2PA_TRUST_LIST_FILE'] || null,
      timeStamps: environment['C2PA_TSA_TRUST_LIST_FILE'] || null,
      anchors: environment['C2PA_ANCHORS_FILE'] || null,
    },
  });
  const { parserPool, textReaders, tools } = runtime;
  const parsers = parserPool.forTenant('suites');
  const progress = () => undefined;

  function observe(file: string, codes: readonly SidekickCode[]): Promise<Observed> {
    return observeFile({ tools, path: file, codes, signal, progress });
  }

  async function judge(
    code: SidekickCode,
    file: string,
    observation: unknown,
    shownText: ShownText | null,
    pages: number | null,
  ): Promise<Finding[]> {
    const filename = path.basename(file);
    const { assetType, mimeType } = acceptedType(filename);
    const findings = await builtInSidekicks[code].examine(
      {
        asset: { assetId: filename, filename, assetType, mimeType, pages },
        source: fileSource(await readFile(file)),
        shownText,
        localFile: () => Promise.resolve(file),
        settings: defaultSettings(describeSidekick(code)),
        trustLists: runtime.trustLists.read,
        parsers,
        tools,
        signal,
        progress,
      },
      bytesSource(Buffer.from(JSON.stringify(observation ?? null))),
    );
    return checkFindings(describeSidekick(code), findings);
  }

  async function examine(code: SidekickCode, file: string): Promise<Finding[]> {
    const isDecoded = describeSidekick(code).decodes && isDecodable(acceptedType(file).mimeType);
    const observed = isDecoded ? await observe(file, [code]) : null;
    return judge(code, file, observed?.observations[code], null, null);
  }

  async function readText(file: string, pages: number | null): Promise<ShownText | null> {
    const reader = textReaders?.forTenant('suites');
    const { assetType, mimeType } = acceptedType(file);
    if (reader === undefined || !showsText(assetType, mimeType)) return null;
    if (assetType !== 'document')
      return readFileText({ tools, path: file, reader, parsers, measuredSeconds: null, signal, progress });
    const source = fileSource(await readFile(file));
    return readPages({ source, parsers, reader, pages: pages ?? 1, signal, progress });
  }

  async function measure(file: string): Promise<MeasurementOutcome> {
    const source = fileSource(await readFile(file));
    const { mimeType } = acceptedType(file);
    return measureSource({ ...runtime, parsers, workspaceId: 'suites' }, source, mimeType, signal);
  }

  async function examineAll(file: string): Promise<Examined> {
    const { assetType, mimeType } = acceptedType(file);
    const measured = await measure(file);
    if (measured.outcome !== 'measured') {
      const isOther = measured.outcome === 'content_mismatch';
      throw new FileRefused(`${isOther ? `is not ${mimeType}` : 'cannot be measured'}: ${measured.reason}`);
    }
    const pages = assetType === 'document' ? measured.value : null;
    const codes = availableSidekicks(textReaders !== null)
      .filter(({ assetTypes }) => assetTypes.includes(assetType))
      .map(({ code }) => code as SidekickCode);
    const start = performance.now();
    const decoded = isDecodable(mimeType)
      ? await observe(
          file,
          codes.filter((code) => describeSidekick(code).decodes),
        )
      : null;
    const afterDecoding = performance.now();
    // As in the service, a file whose text cannot be read fails only the sidekicks that need the text.
    const text = await readText(file, pages).then(
      (shown) => ({ shown, reason: null }),
      (error: unknown) => ({ shown: null, reason: messageWithCause(error) }),
    );
    signal.throwIfAborted();
    const afterReading = performance.now();
    const findings: SidekickFinding[] = [];
    const failures: Examined['failures'] = [];
    for (const sidekick of codes) {
      if (text.reason !== null && describeSidekick(sidekick).readsText) {
        failures.push({ sidekick, reason: text.reason });
        continue;
      }
      try {
        const found = await judge(sidekick, file, decoded?.observations[sidekick], text.shown, pages);
        findings.push(...found.map((finding) => ({ ...finding, sidekick })));
      } catch (error) {
        failures.push({ sidekick, reason: messageWithCause(error) });
      }
    }
    const isRecording = assetType === 'video' || assetType === 'audio';
    return {
      findings,
      failures,
      durationSeconds: isRecording ? measured.value : null,
      seconds: {
        decoding: (afterDecoding - start) / 1000,
        reading: (afterReading - afterDecoding) / 1000,
        all: (performance.now() - start) / 1000,
      },
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

function acceptedType(file: string): FileType {
  const type = fileTypeOf(file);
  if (type === null) throw new Error(`${file} has no extension of an accepted format`);
  return type;
}

function fileSource(bytes: Buffer): RangedSource {
  return { ...bytesSource(bytes), download: (target) => writeFile(target, bytes) };
}
