import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  memoryBytes: number;
}

/**
 * Returns the cores and memory available to this process, within a container's limits. Without a limit Node returns
 * more memory than the machine has, so the total is an upper bound.
 */
export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
  };
}

/**
 * Returns the number of concurrent workflow tasks of an orchestration or delivery worker. A sandbox submission is
 * recorded within its task, so twice the cores keeps them busy while some tasks wait for Postgres. A higher number
 * would take tasks from Temporal's queue, which distributes fairly over workspaces, into the worker's, which does
 * not.
 */
export function workflowTaskSlots({ cores }: Machine): number {
  return Math.max(4, 2 * cores);
}

const GiB = 2 ** 30;
/** Memory of the parser process that measures an upload. */
const measurementBytes = GiB / 2;
/** Memory for one file that is decoded or examined. */
const fileBytes = GiB;

/**
 * Returns the number of concurrent measurements of a media worker. Above the number of cores, as they mostly wait
 * for S3.
 */
export function measurementSlots({ cores, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(2 * cores, Math.floor(memoryBytes / (2 * GiB))));
}

/**
 * Returns the number of concurrently decoded short videos of a media worker; as many long ones are decoded beside
 * them. Each kind gets half of the cores because ffmpeg uses several threads, and a quarter of the memory left by
 * measurements.
 */
export function decodingSlots(machine: Machine): number {
  const bytesPerKind = bytesForFiles(machine) / 4;
  return Math.max(1, Math.min(Math.ceil(machine.cores / 2), Math.floor(bytesPerKind / fileBytes)));
}

/**
 * Returns the number of files that a media worker examines concurrently, besides measuring and decoding: one more
 * than the cores, since some files are being downloaded or recorded, and no more than the remaining memory allows.
 */
export function mediaSlots(machine: Machine): number {
  const bytes = bytesForFiles(machine) - 2 * decodingSlots(machine) * fileBytes;
  return Math.max(1, Math.min(machine.cores + 1, Math.floor(bytes / fileBytes)));
}

function bytesForFiles(machine: Machine): number {
  return machine.memoryBytes - measurementSlots(machine) * measurementBytes;
}
