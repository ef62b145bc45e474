import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

const stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  duration: z.coerce.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
});
const report = z.object({
  streams: z.array(stream).default([]),
  format: z.object({ format_name: z.string(), duration: z.coerce.number().optional() }),
});
export type ProbeReport = z.infer<typeof report>;

/** ffprobe could make nothing of the file; `message` is what it said. */
export class ProbeRefused extends Error {}

/**
 * What ffprobe reads in a local file's headers. JSON, and not the line format that tags can forge fields in.
 * Durations are in seconds. Throws `ProbeRefused` when the file is not media that it knows.
 */
export async function probe(path: string, signal: AbortSignal): Promise<ProbeReport> {
  const args = [
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-of',
    'json',
    '-show_format',
    '-show_streams',
    path,
  ];
  try {
    const { stdout } = await run('ffprobe', args, {
      signal,
      timeout: 60_000,
      maxBuffer: 8 * 2 ** 20,
    });
    return report.parse(JSON.parse(stdout));
  } catch (error) {
    signal.throwIfAborted();
    // An exit code means that ffprobe ran and judged; anything else is a fault of this machine.
    if (typeof (error as { code?: unknown }).code === 'number') {
      throw new ProbeRefused(
        String((error as { stderr?: unknown }).stderr)
          .trim()
          .split('\n')
          .at(-1),
      );
    }
    throw error;
  }
}
