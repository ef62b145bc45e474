import { decode } from '../../media/ffmpeg.ts';
import { probe } from '../../media/ffprobe.ts';
import { covers, timecode, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { measurementEvidence, type Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';

const blackSeconds = findRule('picture.black')!.rule.threshold!;
const freezeSeconds = findRule('picture.freeze')!.rule.threshold!;
/** Within the activity's own limit: a file that takes longer takes as long the next time. */
const timeoutMs = 3 * 3_600_000;

/** Finds black and frozen picture in the first video stream. */
export const videoQc: Sidekick = async ({ localFile, tools, signal, progress }) => {
  const path = await localFile();
  const report = await probe(tools, path, signal);
  if (!report.streams.some((stream) => stream.codec_type === 'video')) return [];
  const durationSeconds = report.format.duration ?? 0;
  const black: TimeRange[] = [];
  const frozen: TimeRange[] = [];
  let freezeStart: number | null = null;
  let decodedSeconds = 0;
  await decode({
    tools,
    path,
    videoFilters: [`blackdetect=d=${blackSeconds}`, `freezedetect=d=${freezeSeconds}`],
    signal,
    timeoutMs,
    onProgress: (seconds) => {
      decodedSeconds = seconds;
      if (durationSeconds > 0) progress(Math.min(1, seconds / durationSeconds));
    },
    onMessage: (from, text) => {
      const blackFound = from === 'blackdetect' && /^black_start:([\d.]+) black_end:([\d.]+) /.exec(text);
      if (blackFound) black.push({ startSeconds: Number(blackFound[1]), endSeconds: Number(blackFound[2]) });
      if (from !== 'freezedetect') return;
      const started = /freezedetect\.freeze_start: ([\d.]+)$/.exec(text)?.[1];
      if (started !== undefined) freezeStart = Number(started);
      const ended = /freezedetect\.freeze_end: ([\d.]+)$/.exec(text)?.[1];
      if (ended !== undefined && freezeStart !== null) {
        frozen.push({ startSeconds: freezeStart, endSeconds: Number(ended) });
        freezeStart = null;
      }
    },
  });
  // A freeze that lasts to the end of the file has no reported end.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- assigned in the callback
  if (freezeStart !== null)
    frozen.push({ startSeconds: freezeStart, endSeconds: Math.max(decodedSeconds, freezeStart) });
  // Black picture does not move either; it is reported once.
  const frozenOnly = frozen.filter((freeze) => !black.some((range) => covers(range, freeze, 0.5)));
  return [
    ...black.map((range) => stretch('picture.black', 'Black picture', range)),
    ...frozenOnly.map((range) => stretch('picture.freeze', 'Frozen picture', range)),
  ].sort((a, b) => a.anchor.startSeconds - b.anchor.startSeconds);
};

function stretch(ruleCode: 'picture.black' | 'picture.freeze', what: string, range: TimeRange) {
  const { rule } = findRule(ruleCode)!;
  const seconds = Number((range.endSeconds - range.startSeconds).toFixed(3));
  const anchor = { kind: 'time' as const, ...range };
  const span = `from ${timecode(range.startSeconds)} to ${timecode(range.endSeconds)}`;
  return {
    ruleCode,
    severity: rule.severity,
    summary: `${what} for ${seconds.toFixed(1)} s ${span}`,
    details: `${what} ${span}: ${seconds} s, where ${rule.threshold} s or more is reported.`,
    severityReasoning: `A viewer takes ${what.toLowerCase()} of this length for a fault of the programme or its playback.`,
    severityReasoningHeadline: `${seconds.toFixed(1)} s of ${what.toLowerCase()}`,
    evidence: [measurementEvidence(ruleCode, `${ruleCode}:${range.startSeconds}`, seconds, anchor)],
    anchor,
    confidence: 1,
    precedents: [],
    resolutionRequirement: {
      action: 'review',
      description: `Confirm that the ${what.toLowerCase()} ${span} is intended, or replace it.`,
    },
  } satisfies Finding;
}
