import { plainText, quoted } from '@assay/domain/lib/characters.ts';
import { timecode } from '@assay/domain/time-code.ts';
import {
  excerptEvidence,
  measurementEvidence,
  newFinding,
  roundedUp,
  wholeAsset,
} from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { judgeJob } from '../../contract/judge-job.ts';
import { rulesInForce, type SidekickSettings } from '../../contract/settings.ts';
import type {
  Captions,
  CaptionTrack,
  Cea608Field,
  Cue,
  UnreadCaptions,
} from '../../decode/captions/captions.ts';
import { positionInText } from '../integrity/location/subtitle-places.ts';
import {
  type CueFault,
  encodingFault,
  longDurations,
  type Measured,
  overlaps,
  readingSpeeds,
  rowCounts,
  rowLengths,
  shortDurations,
  shortGaps,
} from './cue-faults.ts';
import { type CaptionsParameters, type CaptionsRules, rules as allRules } from './rules.ts';

/** Maximum number of captions in the evidence of a finding. */
const maxListed = 20;
const maxQuoteCharacters = 100;
/** Maximum number of tracks that are judged. Films have up to about 40. */
const maxTracks = 50;
/** Maximum pieces of evidence of all findings, but each finding has one. The findings then stay below 2 MiB. */
const maxEvidence = 600;

type CueRule = CaptionsRules[
  | 'captions.reading_speed'
  | 'captions.duration_short'
  | 'captions.duration_long'
  | 'captions.gap'
  | 'captions.overlap'
  | 'captions.lines'
  | 'captions.line_length'];

/** How a rule about each caption measures and what it says. */
interface CueCheck {
  rule: CueRule;
  /** Threshold for the track; null for a rule without one. */
  threshold: number | null;
  measured: Measured;
  /** The fault of one caption, and of several. */
  what: readonly [one: string, several: string];
  /** Why it matters. */
  reasoning: string;
  resolution: string;
}

export const judgeCaptions = judgeJob((seen: Captions, settings: SidekickSettings) => {
  const rules = rulesInForce(allRules, settings);
  const parameters = settings.parameters as CaptionsParameters;
  const captions = seen.tracks.filter((track) => !isRecordedPosition(track));
  const tracks = captions.slice(0, maxTracks);
  const checked = tracks.map((track) => ({
    track,
    checks: checksOf(rules, parameters, track, seen.frameSeconds),
  }));
  const wrongTexts = tracks.map((track) => ({ track, faults: encodingFaults(track) }));
  const counted = countRequired({ ...seen, tracks: captions }, parameters);
  const { requiredTracks } = parameters;
  const isMissing = requiredTracks !== null && counted < requiredTracks;
  const findings = [
    ...(isMissing && !couldHaveMore(seen) ? [missing(rules, parameters, requiredTracks, counted)] : []),
    ...checked.flatMap(({ track, checks }) =>
      checks.filter(({ measured }) => measured.faults.length > 0).map((check) => cueFinding(track, check)),
    ),
    ...wrongTexts.flatMap(({ track, faults }) =>
      faults.length === 0 ? [] : [encodingFinding(rules['captions.encoding'], track, faults)],
    ),
    ...seen.fields
      .filter((field) => faultsOf(field) > 0 && tracks.some(({ stream }) => stream === field.stream))
      .map((field) => cea608Finding(rules['captions.byte_pairs'], field)),
    ...unreadFindings(rules['captions.not_examined'], seen, captions),
  ];
  const most = Math.max(1, Math.floor(maxEvidence / Math.max(1, findings.length)));
  return {
    findings: findings.map((finding) => ({ ...finding, evidence: finding.evidence.slice(0, most) })),
    measured: {
      ...(requiredTracks === null ? {} : { 'captions.none': counted }),
      ...worstValues(checked.flatMap(({ checks }) => checks)),
      ...(tracks.length === 0
        ? {}
        : { 'captions.encoding': wrongTexts.reduce((sum, { faults }) => sum + faults.length, 0) }),
      ...(seen.fields.length === 0
        ? {}
        : { 'captions.byte_pairs': seen.fields.reduce((sum, field) => sum + faultsOf(field), 0) }),
    },
  };
});

/** Returns whether most texts of a track state a position, so that it is a recording of a drone or a camera. */
function isRecordedPosition({ cues }: CaptionTrack): boolean {
  const some = cues.slice(0, 100);
  return some.filter(({ rows }) => positionInText(rows.join(' ')) !== null).length > some.length / 2;
}

function checksOf(
  rules: CaptionsRules,
  { cea608Rows }: CaptionsParameters,
  track: CaptionTrack,
  frameSeconds: number | null,
): CueCheck[] {
  const check = (
    rule: CueRule,
    measured: Measured,
    what: CueCheck['what'],
    reasoning: string,
    resolution: string,
    threshold: number | null = rule.threshold,
  ): CueCheck => ({ rule, threshold, measured, what, reasoning, resolution });
  const speed = rules['captions.reading_speed'];
  const short = rules['captions.duration_short'];
  const long = rules['captions.duration_long'];
  const gap = rules['captions.gap'];
  const lines = rules['captions.lines'];
  const length = rules['captions.line_length'];
  const mostRows = track.codec === 'cea608' ? cea608Rows : lines.threshold;
  return [
    check(
      speed,
      readingSpeeds(track, speed.threshold),
      [`is faster than ${speed.threshold} characters/s`, `are faster than ${speed.threshold} characters/s`],
      'Many viewers cannot read such captions to their end while they also watch the picture.',
      'Show the captions longer, or shorten their text.',
    ),
    check(
      short,
      shortDurations(track, short.threshold),
      [`is shorter than ${short.threshold} s`, `are shorter than ${short.threshold} s`],
      'Viewers do not notice captions that flash up, or cannot read them.',
      'Show the captions longer, or join them with the ones beside them.',
    ),
    check(
      long,
      longDurations(track, long.threshold),
      [`is longer than ${long.threshold} s`, `are longer than ${long.threshold} s`],
      'Viewers read captions again that stay after their speech, or wait for the next one.',
      'End the captions with the speech, or divide them.',
    ),
    check(
      gap,
      shortGaps(track, gap.threshold, frameSeconds),
      [`follows after less than ${gap.threshold} frames`, `follow after less than ${gap.threshold} frames`],
      'A gap of a frame is seen as a flicker.',
      `Leave at least ${gap.threshold} frames between the captions, or none.`,
    ),
    check(
      rules['captions.overlap'],
      overlaps(track, frameSeconds),
      ['begins before the one before it has ended', 'begin before the one before them has ended'],
      'Players show both captions at once, one above the other or one over the other, or leave one out.',
      'End each caption before the next one begins, or give the captions different places.',
    ),
    check(
      lines,
      rowCounts(track, mostRows),
      [`has more than ${mostRows} rows`, `have more than ${mostRows} rows`],
      'More rows cover the picture, and players may leave rows out.',
      `Divide the captions so that each has at most ${mostRows} rows.`,
      mostRows,
    ),
    check(
      length,
      rowLengths(track, length.threshold),
      [
        `has a row of more than ${length.threshold} characters`,
        `have rows of more than ${length.threshold} characters`,
      ],
      'Players break long rows where it does not suit the text, or let them leave the picture.',
      `Break the rows so that each has at most ${length.threshold} characters.`,
    ),
  ];
}

/** Returns the worst measured value by rule. */
function worstValues(checks: readonly CueCheck[]): Record<string, number> {
  const worst: Record<string, number> = {};
  for (const { rule, measured } of checks) {
    if (measured.worst === null) continue;
    const value = shown(rule, measured.worst);
    const before = worst[rule.code];
    const isLow = rule.code === 'captions.duration_short' || rule.code === 'captions.gap';
    worst[rule.code] = before === undefined ? value : (isLow ? Math.min : Math.max)(before, value);
  }
  return worst;
}

/** Rounds a measured value so that it is not shown as the limit that it exceeds. */
function shown({ code }: CueRule, value: number): number {
  switch (code) {
    case 'captions.reading_speed':
      return roundedUp(value, 1);
    case 'captions.gap':
      return Number(value.toFixed(1));
    default:
      return Number(value.toFixed(3));
  }
}

/** Returns the name of a track, such as `stream 2 (subrip, eng)` or `CC1 of stream 0 (cea608)`. */
function nameOf({ stream, codec, channel, language, uses }: CaptionTrack): string {
  const facts = [codec, ...(language === null ? [] : [language]), ...uses].join(', ');
  return plainText(`${channel === null ? '' : `${channel} of `}stream ${stream} (${facts})`, 120);
}

/** Returns the anchor of a caption. Without an end, it is a moment. */
function anchorOf({ startSeconds, endSeconds }: Cue) {
  return {
    kind: 'time' as const,
    startSeconds,
    endSeconds: Math.max(startSeconds, endSeconds ?? startSeconds),
  };
}

const textOf = ({ rows }: Cue) => quoted(rows.join(' / '), maxQuoteCharacters);

/** Returns the number of captions and the name of their track, such as `3 of 40 captions of stream 2 (subrip)`. */
function howMany(count: number, track: CaptionTrack): string {
  return `${count} of ${track.cues.length} caption${track.cues.length === 1 ? '' : 's'} of ${nameOf(track)}`;
}

const listed = (count: number) => (count > maxListed ? ' The evidence has the first of them.' : '');

/** Returns one finding about all captions of a track that break a rule. */
function cueFinding(track: CaptionTrack, check: CueCheck): Finding {
  const { rule, threshold, measured, what, reasoning, resolution } = check;
  const { faults } = measured;
  const [first] = faults as [CueFault];
  const anchor = anchorOf(first.cue);
  const count = howMany(faults.length, track);
  const verb = faults.length === 1 ? what[0] : what[1];
  const at = timecode(first.cue.startSeconds);
  const value = shown(rule, first.measured);
  return newFinding(rule, {
    summary: `${count} ${verb}${faults.length === 1 ? ', at' : ', the first at'} ${at}`,
    details:
      `${count} ${verb}. ${faults.length === 1 ? 'It' : 'The first'} is at ${at}, with ${value} ${rule.unit}: ` +
      `${textOf(first.cue)}.${listed(faults.length)}`,
    headline: `${faults.length} of ${track.cues.length} captions`,
    reasoning,
    evidence: faults.slice(0, maxListed).map(({ cue, measured: one }, index) => {
      const id = `${rule.code}:${track.stream}:${track.channel ?? ''}:${index}`;
      const { content, ...rest } = measurementEvidence(rule, id, shown(rule, one), anchorOf(cue));
      return { ...rest, content: { ...content, threshold, text: textOf(cue) } };
    }),
    anchor,
    action: 'retime',
    resolution,
  });
}

function encodingFaults({ cues }: CaptionTrack): { cue: Cue; fault: string }[] {
  return cues.flatMap((cue) => {
    const fault = encodingFault(cue.rows.join('\n'));
    return fault === null ? [] : [{ cue, fault }];
  });
}

function encodingFinding(
  rule: CaptionsRules['captions.encoding'],
  track: CaptionTrack,
  faults: readonly { cue: Cue; fault: string }[],
): Finding {
  const [first] = faults;
  const count = howMany(faults.length, track);
  const verb = faults.length === 1 ? 'has' : 'have';
  const at = timecode(first!.cue.startSeconds);
  return newFinding(rule, {
    summary: `${count} ${verb} wrongly coded characters, ${faults.length === 1 ? 'at' : 'the first at'} ${at}`,
    details: `${count} ${verb} wrongly coded characters. At ${at}: ${first!.fault} in ${textOf(first!.cue)}.${listed(faults.length)}`,
    headline: `${faults.length} of ${track.cues.length} captions`,
    reasoning: 'Viewers see wrong characters instead of the text.',
    evidence: faults
      .slice(0, maxListed)
      .map(({ cue, fault }, index) =>
        excerptEvidence(
          rule,
          `${rule.code}:${track.stream}:${track.channel ?? ''}:${index}`,
          { fault, text: textOf(cue) },
          anchorOf(cue),
        ),
      ),
    anchor: anchorOf(first!.cue),
    action: 'replace',
    resolution: 'Export the captions again as UTF-8, and put the characters themselves in place of codes.',
  });
}

const faultsOf = ({ badParity, notRepeated }: Cea608Field) => badParity + notRepeated;

function cea608Finding(rule: CaptionsRules['captions.byte_pairs'], field: Cea608Field): Finding {
  const { stream, pairs, badParity, controls, notRepeated, firstFaultSeconds } = field;
  const startSeconds = firstFaultSeconds ?? 0;
  const anchor = { kind: 'time' as const, startSeconds, endSeconds: startSeconds };
  const faults = [
    ...(badParity === 0 ? [] : [`${badParity} of ${pairs} pairs of bytes have a wrong parity`]),
    ...(notRepeated === 0 ? [] : [`${notRepeated} of ${controls} control codes are not repeated`]),
  ].join(', and ');
  const place = `field ${field.field} of the CEA-608 data in stream ${stream}`;
  return newFinding(rule, {
    summary: `${faults}, in ${place}`,
    details: `In ${place}, ${faults}. The first fault is at ${timecode(startSeconds)}.`,
    headline: 'Faulty CEA-608 data',
    reasoning:
      'Decoders drop bytes with a wrong parity. A control code that is sent once is lost with its frame.',
    evidence: [
      measurementEvidence(rule, `${rule.code}:${stream}:${field.field}`, badParity + notRepeated, anchor),
      excerptEvidence(
        rule,
        `${rule.code}:${stream}:${field.field}:facts`,
        { pairs, badParity, controls, notRepeated },
        anchor,
      ),
    ],
    anchor,
    action: 're-encode',
    resolution: 'Encode the captions again with odd parity and with each control code twice.',
  });
}

const unreadReasons: Readonly<Record<UnreadCaptions['reason'], string>> = {
  pictures: 'they are pictures of text',
  cea708: 'they are in CEA-708 only',
  format: 'their format is not read',
  order: 'AVI does not state in which order its pictures are shown',
  failed: 'ffmpeg could not read them',
};

function unreadFindings(
  rule: CaptionsRules['captions.not_examined'],
  { unread }: Captions,
  captions: readonly CaptionTrack[],
): Finding[] {
  const cut = captions.slice(0, maxTracks).filter(({ isCut }) => isCut);
  const reasons = [...Map.groupBy(unread, ({ reason }) => reason)].map(([reason, some]) => {
    const streams = some.slice(0, maxListed).map(({ stream, codec }) => `stream ${stream} (${codec})`);
    return { why: unreadReasons[reason], places: streams.join(', ') };
  });
  const parts = [
    ...reasons.map(({ why, places }) => `The captions of ${places} were not read, because ${why}`),
    ...cut.map((track) => `Only the first ${track.cues.length} captions of ${nameOf(track)} were judged`),
    ...(captions.length > maxTracks
      ? [`Only the first ${maxTracks} of ${captions.length} tracks of captions were judged`]
      : []),
  ].map((part) => plainText(part, 500));
  return parts.map((part, index) =>
    newFinding(rule, {
      summary: part,
      details: `${part}.`,
      headline: 'Not examined',
      reasoning: 'Assay cannot say whether these captions are right.',
      evidence: [excerptEvidence(rule, `${rule.code}:${index}`, { reason: part }, wholeAsset)],
      anchor: wholeAsset,
      action: 'review',
      resolution: 'Check these captions by hand.',
    }),
  );
}

/** Returns the number of tracks that count for the requirement. Captions that were not read also count. */
function countRequired({ tracks, unread }: Captions, { requiredKind }: CaptionsParameters): number {
  if (requiredKind === 'any')
    return tracks.length + unread.filter(({ reason }) => reason !== 'failed').length;
  const unordered = unread.filter(({ reason }) => reason === 'order');
  return tracks.filter(({ codec }) => codec === 'cea608').length + unordered.length;
}

/** Returns whether the reading failed, so that there may be more captions. */
function couldHaveMore({ unread }: Captions): boolean {
  return unread.some(({ reason }) => reason === 'failed');
}

function missing(
  { 'captions.none': rule }: CaptionsRules,
  { requiredKind }: CaptionsParameters,
  required: number,
  counted: number,
): Finding {
  const kind = requiredKind === 'cea608' ? 'CEA-608 captions' : 'captions';
  const evidence = measurementEvidence(rule, rule.code, counted, wholeAsset);
  const found = counted === 0 ? `No ${kind}` : `${counted} instead of ${required} tracks of ${kind}`;
  return newFinding(rule, {
    summary: `${found} in the video`,
    details: `The profile requires ${required === 1 ? kind : `${required} tracks of ${kind}`}. The video has ${counted === 0 ? 'none' : counted}.`,
    headline: found,
    reasoning:
      'The destination requires captions, so that deaf and hard-of-hearing viewers can follow the video.',
    evidence: [{ ...evidence, content: { ...evidence.content, threshold: required } }],
    anchor: wholeAsset,
    action: 'add',
    resolution:
      requiredKind === 'cea608'
        ? 'Add the captions as CEA-608, in the pictures of the video or as a track of the type c608.'
        : 'Add a track with captions.',
  });
}
