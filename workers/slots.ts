import { availableParallelism, totalmem } from 'node:os';
import { measurementBytes } from '@assay/analysis/measure/measure-source.ts';
import { fileMemoryBytes } from '@assay/analysis/decode/memory-limits.ts';

export interface Machine {
  cores: number;
  memoryBytes: number;
}

/**
 * Returns the cores and memory in bytes that this process may use, within the limits of its container. If the container
 * has no limit, Node returns more memory than the machine has. In this case, the function returns the machine's total
 * memory.
 */
export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
  };
}

/**
 * Maximum number of concurrent workflow tasks of an orchestration or delivery worker. The number is high, because
 * pollers reserve slots, and a workflow cannot start eagerly without a free slot. `startingWorkflows` limits the load
 * on the CPU.
 */
export const workflowTaskSlots = 200;

/**
 * Returns the maximum number of deliveries, or of sandbox submissions, that a worker starts concurrently. All others
 * wait in Postgres, because only the queue in Postgres is fair to workspaces. The queue in Temporal is not.
 */
export function startingWorkflows({ cores }: Machine): number {
  return 2 * cores + 1;
}

/** Maximum number of deliveries that a worker starts concurrently with `WEBHOOK_FIRST_ATTEMPT=direct`. */
export const directAttempts = 64;

const GiB = 2 ** 30;
/** Memory in bytes for one file that is decoded or examined. ffmpeg cannot use more. */
const fileBytes = fileMemoryBytes;

/**
 * Minimum memory in bytes for all kinds of work of a media worker: one short decoding, one long decoding, one other
 * file, and one measurement of each kind. With less memory, the worker still opens these files concurrently.
 */
export const minMediaMemoryBytes = 3 * fileBytes + 2 * measurementBytes;

/**
 * Returns the number of concurrent measurements of a media worker. The number may exceed the number of cores, because
 * measurements mostly wait for S3. Measurements use at most a quarter of the memory, and leave enough for one file of
 * each other kind.
 */
export function measurementSlots({ cores, memoryBytes }: Machine): number {
  const spareBytes = memoryBytes - minMediaMemoryBytes;
  const slots = Math.min(2 * cores, memoryBytes / (2 * GiB), 1 + spareBytes / measurementBytes);
  return Math.max(1, Math.floor(slots));
}

/**
 * Returns the number of concurrent long measurements of a media worker. A long measurement downloads a file and reads
 * all its packets, which uses one core. Long measurements use at most an eighth of the memory, but one is always
 * allowed.
 */
export function longMeasurementSlots({ cores, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(Math.ceil(cores / 2), Math.floor(memoryBytes / (4 * GiB))));
}

/**
 * Returns the number of short videos that a media worker decodes concurrently: one for two cores, because ffmpeg uses
 * several threads. Short videos get a quarter of the memory that measurements leave.
 */
export function decodingSlots(machine: Machine): number {
  const bytesPerKind = bytesForFiles(machine) / 4;
  return Math.max(1, Math.min(Math.ceil(machine.cores / 2), Math.floor(bytesPerKind / fileBytes)));
}

/**
 * Returns the number of long videos that a media worker decodes concurrently, in addition to short ones. The number
 * exceeds that of short videos by one, because a workspace leaves the last slot to others (`share-slots.ts`). With
 * memory for fewer than five files, there is one slot.
 */
export function longDecodingSlots(machine: Machine): number {
  return decodingSlots(machine) + (bytesForFiles(machine) < 5 * fileBytes ? 0 : 1);
}

/**
 * Returns the number of files that a media worker examines concurrently, in addition to measuring and decoding. The
 * number exceeds the number of cores by one, because a file that is being downloaded or recorded uses hardly any
 * processor time. The number is limited by the memory that measuring and decoding do not use.
 */
export function mediaSlots(machine: Machine): number {
  const bytes = bytesForFiles(machine) - allDecodingSlots(machine) * fileBytes;
  return Math.max(1, Math.min(machine.cores + 1, Math.floor(bytes / fileBytes)));
}

/**
 * Returns the memory in bytes that the files in all slots of a media worker need. The result is at most the memory of
 * the machine, or `minMediaMemoryBytes` if the machine has less.
 */
export function mediaMemoryBytes(machine: Machine): number {
  const measurements = measurementSlots(machine) + longMeasurementSlots(machine);
  return measurements * measurementBytes + (allDecodingSlots(machine) + mediaSlots(machine)) * fileBytes;
}

/** Memory in bytes of a process that reads text in pictures. */
const textReaderBytes = GiB;

/**
 * Returns the number of processes of a media worker that read text at the same time: one for each two cores, because
 * each process has two threads. The processes use at most an eighth of the memory, but one is always allowed.
 */
export function textReaderSlots({ cores, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(Math.ceil(cores / 2), Math.floor(memoryBytes / (8 * GiB))));
}

/** Returns `machine` with the memory that the text-reading processes leave for all other slots. */
export function besideTextReaders(machine: Machine): Machine {
  const bytes = textReaderSlots(machine) * textReaderBytes;
  return { ...machine, memoryBytes: machine.memoryBytes - bytes };
}

/** Returns the maximum number of files that the parser processes of a media worker parse concurrently. */
export function parserSlots(machine: Machine): number {
  return measurementSlots(machine) + longMeasurementSlots(machine) + mediaSlots(machine);
}

function allDecodingSlots(machine: Machine): number {
  return decodingSlots(machine) + longDecodingSlots(machine);
}

function bytesForFiles(machine: Machine): number {
  const measurements = measurementSlots(machine) + longMeasurementSlots(machine);
  return machine.memoryBytes - measurements * measurementBytes;
}
