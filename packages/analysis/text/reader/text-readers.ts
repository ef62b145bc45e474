import path from 'node:path';
import type { Clock } from '@assay/domain/lib/pausable-timeout.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { moduleExtension } from '../../parsers/code-files.ts';
import { createParserPool, type ParserPoolOptions } from '../../parsers/parser-pool.ts';
import { ParserFailed } from '../../parsers/run-job.ts';
import { takingTurns } from '../../parsers/taking-turns.ts';
import type { Picture } from '../../decode/picture.ts';
import type { KnownPlace, TextReader } from '../text-reader.ts';
import type { ReaderJobs } from './reader-jobs.ts';
import { maxPicturePixels } from './reader-limits.ts';
import { readerResults } from './reader-results.ts';
import { planReading, rememberPlaces } from './reading-memory.ts';

/** Reads text in pictures, in separate processes for each workspace. */
export interface TextReaders {
  /**
   * Returns the reader of a workspace, which is the tenant. A process reads pictures of one workspace only.
   * @param clock clock of a time limit. It is paused while a picture waits and no picture of its workspace is read.
   *   Absent or null: there is no limit.
   */
  forTenant(tenant: string, clock?: Clock | null): TextReader;
  close(): void;
}

/** Maximum processor time for reading a picture, in milliseconds. A page of 1,000 words takes 13 s. */
const maxComputeMs = 60_000;
/** Default maximum number of processes that read pictures at the same time. */
const defaultProcesses = 2;
/** Maximum resident memory of an idle process in bytes, including the loaded networks. */
const maxIdleBytes = 512 * 2 ** 20;

/**
 * Creates a pool of processes that read text in pictures. Throws if a process cannot load the networks.
 * @param models absolute path of the directory with the weights of the networks
 */
export async function createTextReaders(models: string, options: ParserPoolOptions): Promise<TextReaders> {
  const pool = createParserPool<ReaderJobs>(
    path.join(import.meta.dirname, `reader-jobs${moduleExtension}`),
    readerResults,
    {
      ...options,
      readable: [models],
      loadsAddons: true,
      maxIdleBytes,
    },
  );
  // The pool does not limit the number of busy processes. This limiter does, because the worker has memory for
  // `maxProcesses` only. Workspaces take turns, picture by picture.
  const inTurn = takingTurns(options.maxProcesses ?? defaultProcesses);
  const signal = new AbortController().signal;
  const startUp = { signal, maxComputeMs, isLast: true };
  await pool.forTenant('start-up').run('loadModels', { models }, bytesSource(new Uint8Array()), startUp);
  return {
    forTenant: (tenant, clock = null) => {
      const processes = pool.forTenant(tenant);
      return {
        async read(picture, { signal, firstLook = false, memory, changed }) {
          const { width, height, rgb } = checked(picture);
          const plan = planReading(picture, memory?.places ?? [], changed);
          const { area, kept, known } = plan;
          const levels = known.map(({ sample }) => sample.levels);
          const input = { width, height, models, firstLook, area, known: known.map(withoutLevels) };
          const source = bytesSource(levels.length === 0 ? rgb : Buffer.concat([rgb, ...levels]));
          const { places: found, computeMs } = await inTurn(tenant, clock, () => {
            signal.throwIfAborted();
            return processes.run('readPicture', input, source, { signal, maxComputeMs });
          });
          for (const { line, known: index } of found)
            if (line.box[2] > width || line.box[3] > height || (index ?? -1) >= known.length)
              throw new ParserFailed('the reader returned an unexpected result');
          if (memory !== undefined) {
            memory.places = rememberPlaces(picture, plan, found);
            memory.computeMs += computeMs;
          }
          return [...kept, ...found]
            .flatMap(({ isText, line }) => (isText ? [line] : []))
            .sort(({ box: one }, { box: other }) => one[1] - other[1] || one[0] - other[0]);
        },
      };
    },
    close: () => pool.close(),
  };
}

const withoutLevels = ({ sample: { step, columns, rows }, ...place }: KnownPlace) => ({
  ...place,
  sample: { step, columns, rows },
});

/** Returns the picture unchanged. Throws `RangeError` if its size is wrong or exceeds `maxPicturePixels`. */
function checked(picture: Picture): Picture {
  const { width, height, rgb } = picture;
  const pixels = width * height;
  if (!(width >= 1 && height >= 1 && pixels <= maxPicturePixels))
    throw new RangeError(`a picture of ${width} × ${height} pixels exceeds ${maxPicturePixels} pixels`);
  if (rgb.length !== 3 * pixels)
    throw new RangeError(`a picture of ${width} × ${height} pixels has ${rgb.length} bytes`);
  return picture;
}
