import { timecode, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { measurementEvidence, newFinding, type Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { seenToTheEnd, type Watch } from '../watch.ts';

const { rule } = findRule('sound.silence')!;
/** What counts as silent: below this level, in dB relative to full scale. */
const silenceDb = -60;

export interface SeenSound {
  silent: TimeRange[];
}

/** Finds silence in the first audio stream; a file without sound has nothing to be silent. */
export const loudness: Sidekick<SeenSound> = {
  watch: ({ streams }) => (streams.some((stream) => stream.codec_type === 'audio') ? watchSound() : null),
  examine: (_input, observation) => {
    if (observation === null) return Promise.resolve([]);
    return Promise.resolve(seenToTheEnd(observation).silent.map(toFinding));
  },
};

function watchSound(): Watch<SeenSound> {
  const silent: TimeRange[] = [];
  let silenceStart: number | null = null;
  return {
    soundFilters: [`silencedetect=noise=${silenceDb}dB:d=${rule.threshold}`],
    onMessage: (from, _level, text) => {
      if (from !== 'silencedetect') return;
      const started = /^silence_start: (-?[\d.]+)/.exec(text)?.[1];
      if (started !== undefined) silenceStart = Math.max(0, Number(started));
      const ended = /^silence_end: ([\d.]+)/.exec(text)?.[1];
      if (ended !== undefined && silenceStart !== null) {
        silent.push({ startSeconds: silenceStart, endSeconds: Number(ended) });
        silenceStart = null;
      }
    },
    seen: () => ({ silent }),
  };
}

function toFinding(range: TimeRange): Finding {
  const seconds = Number((range.endSeconds - range.startSeconds).toFixed(3));
  const anchor = { kind: 'time' as const, ...range };
  const span = `from ${timecode(range.startSeconds)} to ${timecode(range.endSeconds)}`;
  return newFinding('sound.silence', {
    summary: `Silence for ${seconds.toFixed(1)} s ${span}`,
    details: `The sound stays below ${silenceDb} dBFS ${span}: ${seconds} s, where ${rule.threshold} s or more is reported.`,
    reasoning: 'A listener may take silence of this length for a fault; it can also be intended.',
    headline: `${seconds.toFixed(1)} s of silence`,
    evidence: [measurementEvidence('sound.silence', `sound.silence:${range.startSeconds}`, seconds, anchor)],
    anchor,
    action: 'review',
    resolution: `Confirm that the silence ${span} is intended, or restore the sound.`,
  });
}
