import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { runTool } from '../../local/programs/run-tool.ts';
import { examineDamage } from '../images/damage.ts';
import type { Suite } from '../suite.ts';

const folder = path.join('test', 'public');

/** Damaged files. The first is cut after 100,000 bytes. The second consists of two files, joined inside a frame. */
const damaged: readonly string[] = ['annex-b.mp4', 'malformed-join.mp3'];

/** Maximum difference in seconds between two equal durations: one frame at 25 frames per second. */
const toleranceSeconds = 0.04;

/** The test files of the media library Mediabunny in accepted formats. The expected durations come from ffprobe. */
export const mediabunny: Suite = {
  name: 'mediabunny',
  repository: 'https://github.com/Vanilagy/mediabunny',
  commit: '394eede178d5f70019b66d7b8a9c274fed1cd4ac',
  async *compare(tools) {
    const files = await readdir(path.join(tools.directory, folder));
    for (const name of files.toSorted()) {
      const type = fileTypeOf(name);
      if (type === null) continue;
      const item = path.join(folder, name);
      const expected = damaged.includes(name) ? 'damaged' : 'whole';
      yield { item, check: 'damage', expected, ...(await examineDamage(tools, item)) };
      if (type.assetType !== 'video') continue;
      const file = path.join(tools.directory, item);
      const seconds = await decodedSeconds(file);
      const measured = await tools.measure(file);
      const ours = measured.outcome === 'measured' ? measured.value! : null;
      yield {
        item,
        check: 'duration',
        expected: 'as decoded',
        ours:
          ours === null
            ? 'refused'
            : Math.abs(ours - seconds) <= toleranceSeconds
              ? 'as decoded'
              : `${ours.toFixed(3)} s`,
        details: `decoded: ${seconds.toFixed(3)} s; ours: ${JSON.stringify(measured)}`,
      };
    }
  },
  explanations: [
    {
      check: 'duration',
      items: [
        ...['ac3.mkv', 'ac3.mp4', 'eac3.mkv', 'eac3.mp4', 'multiple-aac-tracks.mp4'],
        ...['toothsome-dts-esds.mp4', 'toothsome-dts.mp4'],
      ].map(inFolder),
      reason: 'MP4 and MKV are accepted as videos only. The file has no video stream, and is refused.',
    },
    {
      check: 'duration',
      items: [inFolder('annex-b.mp4')],
      reason:
        'The file is cut: its index lists 35 s, of which it has half a second. It is refused as truncated.',
    },
  ],
};

function inFolder(name: string): string {
  return path.join(folder, name);
}

/** Returns the time from the start of the first decoded frame of video or sound to the end of the last, in seconds. */
async function decodedSeconds(file: string): Promise<number> {
  const entries = 'frame=best_effort_timestamp_time,duration_time,pkt_duration_time';
  const output = await runTool('ffprobe', ['-v', 'quiet', '-show_entries', entries, '-of', 'json', file]);
  const { frames } = JSON.parse(output) as { frames: Record<string, string | undefined>[] };
  let start = Infinity;
  let end = -Infinity;
  for (const frame of frames) {
    const time = Number(frame['best_effort_timestamp_time']);
    if (Number.isNaN(time)) continue;
    start = Math.min(start, time);
    end = Math.max(end, time + Number(frame['duration_time'] ?? frame['pkt_duration_time'] ?? 0));
  }
  return end - start;
}
