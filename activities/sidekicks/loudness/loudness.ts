import { decode } from '../../media/ffmpeg.ts';
import { probe } from '../../media/ffprobe.ts';
import { timecode, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { measurementEvidence, type Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';

const { rule } = findRule('sound.silence')!;
/** What counts as silent: below this level, in dB relative to full scale. */
const silenceDb = -60;
/** Within the activity's own limit: a file that takes longer takes as long the next time. */
const timeoutMs = 3 * 3_600_000;

/** Finds silence in the first audio stream; a file without sound has nothing to be silent. */
export const loudness: Sidekick = async ({ localFile, tools, signal, progress }) => {
  const path = await localFile();
  const report = await probe(tools, path, signal);
  if (!report.streams.some((stream) => stream.codec_type === 'audio')) return [];
  const durationSeconds = report.format.duration ?? 0;
  const silent: TimeRange[] = [];
  let silenceStart: number | null = null;
  await decode({
    tools,
    path,
    audioFilters: [`silencedetect=noise=${silenceDb}dB:d=${rule.threshold}`],
    signal,
    timeoutMs,
    onProgress: (seconds) => {
      if (durationSeconds > 0) progress(Math.min(1, seconds / durationSeconds));
    },
    onMessage: (from, text) => {
      if (from !== 'silencedetect') return;
      const started = /^silence_start: (-?[\d.]+)/.exec(text)?.[1];
      if (started !== undefined) silenceStart = Math.max(0, Number(started));
      const ended = /^silence_end: ([\d.]+)/.exec(text)?.[1];
      if (ended !== undefined && silenceStart !== null) {
        silent.push({ startSeconds: silenceStart, endSeconds: Number(ended) });
        silenceStart = null;
      }
    },
  });
  return silent.map(toFinding);
};

function toFinding(range: TimeRange): Finding {
  const seconds = Number((range.endSeconds - range.startSeconds).toFixed(3));
  const anchor = { kind: 'time' as const, ...range };
  const span = `from ${timecode(range.startSeconds)} to ${timecode(range.endSeconds)}`;
  return {
    ruleCode: rule.code,
    severity: rule.severity,
    summary: `Silence for ${seconds.toFixed(1)} s ${span}`,
    details: `The sound stays below ${silenceDb} dBFS ${span}: ${seconds} s, where ${rule.threshold} s or more is reported.`,
    severityReasoning: 'A listener may take silence of this length for a fault; it can also be intended.',
    severityReasoningHeadline: `${seconds.toFixed(1)} s of silence`,
    evidence: [measurementEvidence('sound.silence', `sound.silence:${range.startSeconds}`, seconds, anchor)],
    anchor,
    confidence: 1,
    precedents: [],
    resolutionRequirement: {
      action: 'review',
      description: `Confirm that the silence ${span} is intended, or restore the sound.`,
    },
  };
}
