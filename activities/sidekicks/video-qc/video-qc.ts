import { covers, timecode, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { measurementEvidence, newFinding, type Sidekick } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { seenToTheEnd, type Watch } from '../watch.ts';

const blackSeconds = findRule('picture.black')!.rule.threshold!;
const freezeSeconds = findRule('picture.freeze')!.rule.threshold!;

export interface SeenPicture {
  black: TimeRange[];
  frozen: TimeRange[];
}

/** Finds black and frozen picture in the first video stream. */
export const videoQc: Sidekick<SeenPicture> = {
  watch: ({ streams }) => {
    const picture = streams.find((stream) => stream.codec_type === 'video');
    return picture === undefined ? null : watchPicture(picture.duration ?? Infinity);
  },
  examine: (_input, observation) => {
    if (observation === null) return Promise.resolve([]);
    const { black, frozen } = seenToTheEnd(observation);
    // Black picture does not move either; it is reported once.
    const frozenOnly = frozen.filter((freeze) => !black.some((range) => covers(range, freeze, 0.5)));
    const findings = [
      ...black.map((range) => stretch('picture.black', 'Black picture', range)),
      ...frozenOnly.map((range) => stretch('picture.freeze', 'Frozen picture', range)),
    ];
    return Promise.resolve(findings);
  },
};

/** @param pictureSeconds when the picture ends, which sound may outlast */
function watchPicture(pictureSeconds: number): Watch<SeenPicture> {
  const black: TimeRange[] = [];
  const frozen: TimeRange[] = [];
  let freezeStart: number | null = null;
  return {
    // What moves in a still picture may be too small to be seen in a small one.
    pictureFilters: [`freezedetect=d=${freezeSeconds}`],
    smallFilters: [`blackdetect=d=${blackSeconds}`],
    onMessage: (from, _level, text) => {
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
    seen: (decodedSeconds) => {
      // A freeze that lasts to the end has no reported end.
      const endSeconds = Math.min(decodedSeconds, pictureSeconds);
      const last =
        freezeStart === null
          ? []
          : [{ startSeconds: freezeStart, endSeconds: Math.max(endSeconds, freezeStart) }];
      return { black, frozen: [...frozen, ...last] };
    },
  };
}

function stretch(ruleCode: 'picture.black' | 'picture.freeze', what: string, range: TimeRange): Finding {
  const { rule } = findRule(ruleCode)!;
  const seconds = Number((range.endSeconds - range.startSeconds).toFixed(3));
  const anchor = { kind: 'time' as const, ...range };
  const span = `from ${timecode(range.startSeconds)} to ${timecode(range.endSeconds)}`;
  return newFinding(ruleCode, {
    summary: `${what} for ${seconds.toFixed(1)} s ${span}`,
    details: `${what} ${span}: ${seconds} s, where ${rule.threshold} s or more is reported.`,
    reasoning: `A viewer takes ${what.toLowerCase()} of this length for a fault of the programme or its playback.`,
    headline: `${seconds.toFixed(1)} s of ${what.toLowerCase()}`,
    evidence: [measurementEvidence(ruleCode, `${ruleCode}:${range.startSeconds}`, seconds, anchor)],
    anchor,
    action: 'review',
    resolution: `Confirm that the ${what.toLowerCase()} ${span} is intended, or replace it.`,
  });
}
