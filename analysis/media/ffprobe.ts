import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { isSandboxFault, wasKilled } from './process-sandbox.ts';

const tags = z.record(z.string(), z.string()).default({});

const report = z.object({
  streams: z
    .array(
      z.object({
        avg_frame_rate: z.string().optional(),
        channels: z.int().optional(),
        codec_name: z.string().optional(),
        codec_tag_string: z.string().optional(),
        codec_type: z.string().optional(),
        color_primaries: z.string().optional(),
        color_range: z.string().optional(),
        color_space: z.string().optional(),
        color_transfer: z.string().optional(),
        disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
        duration: z.coerce.number().optional(),
        field_order: z.string().optional(),
        height: z.number().optional(),
        pix_fmt: z.string().optional(),
        r_frame_rate: z.string().optional(),
        sample_aspect_ratio: z.string().optional(),
        sample_rate: z.coerce.number().optional(),
        side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
        start_time: z.coerce.number().optional(),
        tags,
        width: z.number().optional(),
      }),
    )
    .default([]),
  format: z.object({ format_name: z.string(), duration: z.coerce.number().optional(), tags }),
});
export type ProbeReport = z.infer<typeof report>;

/** Thrown if ffprobe cannot read the file. `message` is the last line that ffprobe wrote. Not retryable. */
export class ProbeRefused extends Error {}

/** Thrown if ffprobe exceeded its time limit, because the file is hostile or the machine is busy. */
export class ProbeTimedOut extends Error {}

const headersTimeoutMs = 60_000;
const minPacketsTimeoutMs = 10_000;
/**
 * Read speed of a slow disk, in bytes per millisecond. The time limit for reading all packets is computed from it.
 */
const packetBytesPerMs = 20_000;
const maxErrorCharacters = 10_000;

/**
 * Returns ffprobe's report on the headers of a local file. Durations are in seconds. The report is requested as JSON,
 * because in the line format a file's tags could forge fields. Throws `ProbeRefused` if the file has no known format.
 */
export async function probe(tools: MediaTools, path: string, signal: AbortSignal): Promise<ProbeReport> {
  const lines: string[] = [];
  const args = ['-of', 'json', '-show_format', '-show_streams'];
  await ffprobe(tools, args, path, signal, headersTimeoutMs, (line) => lines.push(line));
  return report.parse(JSON.parse(lines.join('\n')));
}

/** A time span of a recording; both ends are in seconds. */
export interface PacketSpan {
  startSeconds: number;
  endSeconds: number;
}

/**
 * Returns the span from the first to the last video or audio packet of a local file. Ignores durations in headers and
 * parts hidden by edit lists, but counts a delay that an edit list adds to a stream. Returns null if there are no
 * packets. Throws `ProbeRefused` if ffprobe cannot read the file, and `ProbeTimedOut` if ffprobe exceeds its time
 * limit.
 */
export async function packetSpan(
  tools: MediaTools,
  path: string,
  { format, streams }: ProbeReport,
  signal: AbortSignal,
): Promise<PacketSpan | null> {
  const spans = new Map<number, PacketSpan>();
  const entries = 'packet=codec_type,stream_index,pts_time,dts_time,duration_time';
  const hasEditLists = format.format_name.split(',').includes('mov');
  await ffprobe(
    tools,
    [
      ...(hasEditLists ? ['-ignore_editlist', '1'] : []),
      ...['-of', 'csv=print_section=0', '-show_entries', entries],
    ],
    path,
    signal,
    minPacketsTimeoutMs + Math.ceil((await stat(path)).size / packetBytesPerMs),
    (line) => {
      const [type, stream, pts, dts, duration] = line.split(',');
      if (type !== 'video' && type !== 'audio') return;
      const at = Number.isFinite(Number(pts)) ? Number(pts) : Number(dts);
      if (!Number.isFinite(at)) return;
      const end = at + (Number.isFinite(Number(duration)) ? Number(duration) : 0);
      const before = spans.get(Number(stream)) ?? { startSeconds: at, endSeconds: end };
      spans.set(Number(stream), {
        startSeconds: Math.min(before.startSeconds, at),
        endSeconds: Math.max(before.endSeconds, end),
      });
    },
  );
  if (spans.size === 0) return null;
  const shown = [...spans].map(([stream, { startSeconds, endSeconds }]) => {
    const startTime = hasEditLists ? streams[stream]?.start_time : undefined;
    const delay = Math.max(0, (startTime ?? startSeconds) - startSeconds);
    return { start: startSeconds + delay, end: endSeconds + delay };
  });
  return {
    startSeconds: Math.min(...shown.map(({ start }) => start)),
    endSeconds: Math.max(...shown.map(({ end }) => end)),
  };
}

async function ffprobe(
  tools: MediaTools,
  args: readonly string[],
  path: string,
  signal: AbortSignal,
  timeoutMs: number,
  onLine: (line: string) => void,
): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs);
  await new Promise<void>((resolve, reject) => {
    const { cwd, name } = asInput(path);
    const child = spawn(tools.ffprobe, ['-v', 'error', ...inputRestrictions, ...args, name], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([signal, timeout]),
      killSignal: 'SIGKILL',
    });
    let errorText = '';
    child.stderr.on(
      'data',
      (chunk: Buffer) => (errorText = (errorText + chunk.toString()).slice(-maxErrorCharacters)),
    );
    const lastLine = () => errorText.trim().split('\n').at(-1)!;
    createInterface({ input: child.stdout }).on('line', onLine);
    child.on('error', (error) => {
      if (signal.aborted) reject(signal.reason as Error);
      else if (timeout.aborted) reject(new ProbeTimedOut(`ffprobe took longer than ${timeoutMs / 1000} s`));
      else reject(error);
    });
    child.on('close', (code, killedBy) => {
      if (code === 0) resolve();
      // If ffprobe ended with its own exit code, the file is at fault. If a signal killed ffprobe, this machine is at
      // fault.
      else if (wasKilled(code)) reject(new Error(`ffprobe was killed (${killedBy ?? `exit code ${code}`})`));
      else reject(isSandboxFault(lastLine()) ? new Error(lastLine()) : new ProbeRefused(lastLine()));
    });
  });
}
