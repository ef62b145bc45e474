import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RuleCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Suite, Verdict } from '../suite.ts';

const data = path.join('test', 'Iris.Tests', 'data');

/** Columns of IRIS's log with one verdict (`include/iris/TotalFlashIncidents.h`), and Assay's rules for it. */
interface Comparison {
  check: string;
  columns: readonly string[];
  /** The value of a column in a frame that fails. */
  failed: string;
  ours: readonly RuleCode[];
}

/**
 * Columns about flashes have the values 0 (pass), 1 (warning), 2 (fails by extended flashing) and 3 (fails by flashes).
 * The column about patterns has the values 0 (pass) and 1 (fails).
 */
const comparisons: readonly Comparison[] = [
  { check: 'flashes', columns: ['FlashLuminanceFailedFrame'], failed: '3', ours: ['flash.general'] },
  { check: 'red flashes', columns: ['FlashRedFailedFrame'], failed: '3', ours: ['flash.red'] },
  {
    check: 'extended flashing',
    columns: ['FlashLuminanceFailedFrame', 'FlashRedFailedFrame'],
    failed: '2',
    ours: ['flash.extended'],
  },
  { check: 'patterns', columns: ['PatternFailedFrame'], failed: '1', ours: ['pattern.stripes'] },
];

/** Comparisons for logs of an older version of IRIS. In these logs, 2 means that the frame fails by flashes. */
const olderComparisons: readonly Comparison[] = [
  { check: 'flashes', columns: ['FlashFailedFrames'], failed: '2', ours: ['flash.general'] },
  { check: 'patterns', columns: ['PatternFailedFrames'], failed: '1', ours: ['pattern.stripes'] },
];

/** The test videos of Electronic Arts' IRIS, and their expected logs, which have a verdict for each frame. */
export const iris: Suite = {
  name: 'iris',
  repository: 'https://github.com/electronicarts/IRIS',
  commit: 'd96978ac1107f3463b77f69a9c1b1ec5d45291a0',
  async *compare({ directory, examine }) {
    const videos = await readdir(path.join(directory, data, 'TestVideos'));
    for (const video of videos.toSorted()) {
      const name = path.parse(video).name;
      const log = path.join(directory, data, 'ExpectedVideoLogFiles', `${name}_RELATIVE.csv`);
      const frames = readLog(await readFile(log, 'utf8'));
      const item = path.join(data, 'TestVideos', video);
      const findings = await examine('photosensitivity', path.join(directory, item));
      const isOlder = frames[0]!.has('FlashFailedFrames');
      for (const comparison of isOlder ? olderComparisons : comparisons) {
        const { check, columns, failed, ours } = comparison;
        const failing = frames.filter((frame) => columns.some((column) => frame.get(column) === failed));
        const found = findings.filter(({ ruleCode }) => ours.includes(ruleCode as RuleCode));
        yield {
          item,
          check,
          expected: failing.length > 0 ? 'found' : 'none',
          ours: found.length > 0 ? 'found' : 'none',
          details: `${failing.length} frames fail; ours: ${found.map(({ summary }) => summary).join('; ') || 'none'}`,
        } satisfies Verdict;
      }
    }
  },
  explanations: [
    {
      check: 'flashes',
      items: [path.join(data, 'TestVideos', '3Hz_6s.mp4')],
      reason:
        'The video flashes three times in a second, which BT.1702-3 permits. IRIS counts the changes of 26 frames of a video with 25 frames per second.',
    },
    {
      check: 'patterns',
      items: [path.join(data, 'TestVideos', 'flashStripes.mp4')],
      reason:
        'Eight pairs of stripes flash over the whole picture; BT.1702-3 permits five. IRIS finds them only in each second frame, and so for less than 0.5 s.',
    },
  ],
};

/** Returns for each frame its values by column. Removes the null character with which some logs end. */
function readLog(text: string): ReadonlyMap<string, string>[] {
  const [header, ...lines] = text
    .replaceAll(/[\0\r]/g, '')
    .trim()
    .split('\n');
  const columns = header!.split(',');
  return lines.map((line) => {
    const values = line.trim().split(',');
    if (values.length !== columns.length) throw new Error(`unexpected line in the log of IRIS: ${line}`);
    return new Map(columns.map((column, index) => [column, values[index]!]));
  });
}
