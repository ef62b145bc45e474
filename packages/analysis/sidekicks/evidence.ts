import type { RuleEvidence } from '@assay/domain/sidekick.ts';
import type { RuleCode, SidekickCode } from './catalogue.ts';

/** Numbers of findings of a rule: true and useful, true but of no use to a professional (noise), and false. */
type Judged = readonly [useful: number, noise: number, wrong: number];

interface Study {
  /** Date on which the sidekick examined the files. */
  date: string;
  /** Version of the sidekick that examined the files. */
  version: string;
  /** Number of files of other people that the sidekick examined. */
  files: number;
  /** Rules that are not listed had no findings. */
  judged: Partial<Record<RuleCode, Judged>>;
  /** Limits of the study, by rule. `rest` is for the rules that are not listed. */
  notKnown: Partial<Record<RuleCode, string>> & { rest: string };
}

const noRecall =
  'The files have no list of their defects, so the share of defects that the rule misses is not known.';
const notSeen = (what: string) => `No file had ${what}, so neither the precision nor the recall is known.`;
const judgedOn = '2026-11-29';

/** The newest study of each sidekick. docs/suites.md describes the files and how the findings were judged. */
const studies: Record<SidekickCode, Study> = {
  'video-qc': {
    date: judgedOn,
    version: '8',
    files: 23,
    judged: {
      'bars.constant': [5, 0, 0],
      'format.variable_frame_rate': [1, 1, 0],
      'levels.tolerance': [5, 1, 0],
      'motion.cadence': [1, 0, 0],
      'motion.repeated_frames': [3, 5, 0],
      'picture.freeze': [0, 1, 0],
    },
    notKnown: {
      'motion.repeated_frames': `Repeated frames were found by eye that the rule misses. ${noRecall}`,
      'picture.blocks': notSeen('visible coding blocks'),
      'scan.mislabelled': notSeen('interlaced picture'),
      'scan.interlaced': notSeen('interlaced picture'),
      'scan.pulldown': notSeen('3:2 pulldown'),
      rest: noRecall,
    },
  },
  photosensitivity: {
    date: judgedOn,
    version: '7',
    files: 23,
    judged: { 'flash.general': [0, 0, 1] },
    notKnown: { rest: notSeen('dangerous flashes or stripes') },
  },
  loudness: {
    date: judgedOn,
    version: '4',
    files: 31,
    judged: {
      'loudness.programme': [26, 0, 0],
      'loudness.short_term': [14, 4, 0],
      'loudness.true_peak': [10, 0, 0],
      'sound.dc_offset': [2, 1, 0],
      'sound.dual_mono': [0, 2, 0],
      'sound.silence': [0, 1, 0],
      'sound.silent_programme': [2, 0, 0],
    },
    notKnown: { rest: noRecall },
  },
  'loudness-atsc-a85': {
    date: judgedOn,
    version: '3',
    files: 31,
    // No file was made for this target.
    judged: { 'atsc_loudness.programme': [0, 22, 0], 'atsc_loudness.true_peak': [0, 12, 0] },
    notKnown: { rest: noRecall },
  },
  'loudness-streaming': {
    date: judgedOn,
    version: '3',
    files: 31,
    judged: { 'streaming_loudness.programme': [15, 0, 0], 'streaming_loudness.true_peak': [10, 0, 0] },
    notKnown: { rest: noRecall },
  },
  document: {
    date: judgedOn,
    version: '5',
    files: 12,
    judged: {
      'accessibility.display_title': [0, 1, 0],
      'accessibility.language': [0, 0, 2],
      'accessibility.title': [0, 4, 0],
      'accessibility.untagged': [0, 7, 0],
      'font.not_embedded': [1, 1, 0],
    },
    notKnown: { rest: noRecall },
  },
  integrity: {
    date: judgedOn,
    version: '8',
    files: 62,
    judged: {},
    notKnown: { rest: notSeen('a defect or a declaration that this rule reports') },
  },
  claims: {
    date: judgedOn,
    version: '4',
    files: 140,
    judged: {
      'superlative.ranking': [6, 15, 0],
      'absolute.performance': [8, 4, 4],
      'guarantee.promise': [17, 7, 2],
      'comparison.superiority': [1, 1, 2],
      'statistic.figure': [4, 0, 0],
      'health.proven': [10, 1, 0],
      'health.treatment': [4, 1, 4],
      'price.free': [14, 0, 1],
      'price.lowest': [1, 1, 0],
      'price.saving': [11, 1, 0],
      'environment.absolute': [1, 0, 0],
      'environment.general': [6, 8, 1],
    },
    notKnown: {
      rest: 'The share of claims that the rule misses in texts that nobody has marked is not known.',
    },
  },
  supers: {
    date: judgedOn,
    version: '2',
    files: 18,
    judged: { 'supers.contrast': [4, 1, 1], 'supers.height': [4, 0, 0], 'supers.hold': [4, 0, 5] },
    notKnown: {
      rest: 'Text in scripts other than Latin was not read. The share of defects that the rule misses is not known.',
    },
  },
};

/** Returns what is known about the findings of a built-in rule on real files. */
export function evidenceOf(sidekick: SidekickCode, rule: RuleCode): RuleEvidence {
  const { date, version, files, judged, notKnown } = studies[sidekick];
  const [useful, noise, wrong] = judged[rule] ?? [0, 0, 0];
  const findings = useful + noise + wrong;
  const share = (count: number) => (findings === 0 ? null : Math.round((count / findings) * 100) / 100);
  return {
    date,
    version,
    files,
    findings,
    trueShare: share(useful + noise),
    usefulShare: share(useful),
    notKnown: notKnown[rule] ?? notKnown.rest,
  };
}
