import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  memoryBytes: number;
}

/** What this process may use: a container's limits where it has some; without one, Node answers more than there is. */
export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
  };
}

/**
 * How many workflow tasks a worker of orchestration or delivery has in hand at once. A sandbox submission is recorded within its
 * task, so these are as many submissions: enough for the cores while some wait for Postgres. What a worker has taken is behind
 * each other in it, in no turn; the rest waits in Temporal's queue, which serves workspaces in turn.
 */
export function workflowTaskSlots({ cores }: Machine): number {
  return Math.max(4, 2 * cores);
}

const GiB = 2 ** 30;
/** Of the process that reads an upload. */
const measurementBytes = GiB / 2;
/** Of a file that is decoded, or examined in another way. */
const fileBytes = GiB;

/** How many uploads a media worker measures at once, besides the files that it examines: mostly they wait for S3. */
export function measurementSlots({ cores, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(2 * cores, Math.floor(memoryBytes / (2 * GiB))));
}

/**
 * How many short videos a media worker decodes at once, and as many long ones: ffmpeg uses several threads itself, so these are half
 * of the cores each, within half of the memory that measurements leave. More of them would end later, all of them.
 */
export function decodingSlots(machine: Machine): number {
  const eachBytes = bytesForFiles(machine) / 4;
  return Math.max(1, Math.min(Math.ceil(machine.cores / 2), Math.floor(eachBytes / fileBytes)));
}

/**
 * How many files a media worker examines at once besides: as many as there are cores, one more for the times in which one is fetched
 * or recorded, and no more than the rest of the memory holds.
 */
export function mediaSlots(machine: Machine): number {
  const bytes = bytesForFiles(machine) - 2 * decodingSlots(machine) * fileBytes;
  return Math.max(1, Math.min(machine.cores + 1, Math.floor(bytes / fileBytes)));
}

function bytesForFiles(machine: Machine): number {
  return machine.memoryBytes - measurementSlots(machine) * measurementBytes;
}
