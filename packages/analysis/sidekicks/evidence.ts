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
const lastJudgedOn = '2026-11-30';

/** The newest studies of each sidekick. docs/suites.md describes the files and how the findings were judged. */
const studies: Record<SidekickCode, Study> = {
  'video-qc': {
    date: lastJudgedOn,
    version: '11, 12 and 13',
    files: 168,
    judged: {
      'bars.change': [0, 0, 1],
      'bars.constant': [25, 0, 5],
      'colour.full_range': [7, 0, 0],
      'colour.not_hdtv': [6, 0, 0],
      'format.chroma': [3, 0, 0],
      'format.frame_rate': [0, 9, 0],
      'format.variable_frame_rate': [10, 2, 0],
      'length.gross_mismatch': [1, 0, 0],
      'length.mismatch': [0, 24, 3],
      'levels.tolerance': [9, 7, 0],
      'motion.cadence': [17, 3, 2],
      'motion.repeated_frames': [27, 6, 8],
      'picture.black_silent': [2, 0, 0],
      'picture.flash_frame': [0, 3, 0],
      'picture.freeze': [1, 20, 1],
    },
    notKnown: {
      'length.mismatch': `The three false findings concern HE-AAC, and their cause was removed afterwards. ${noRecall}`,
      'motion.cadence': `The causes of the two false findings were removed afterwards. ${noRecall}`,
      'motion.repeated_frames': `Repeated frames in fast movement are missed. ${noRecall}`,
      'picture.blocks': notSeen('visible coding blocks'),
      'scan.mislabelled': notSeen('interlaced picture'),
      'scan.interlaced': notSeen('interlaced picture'),
      'scan.pulldown': notSeen('3:2 pulldown'),
      rest: noRecall,
    },
  },
  photosensitivity: {
    date: lastJudgedOn,
    version: '9',
    files: 168,
    judged: { 'flash.general': [11, 6, 1], 'flash.extended': [1, 0, 0], 'pattern.stripes': [1, 1, 1] },
    notKnown: {
      'flash.general': noRecall,
      'flash.extended': noRecall,
      'pattern.stripes': noRecall,
      rest: notSeen('red flashes'),
    },
  },
  loudness: {
    date: judgedOn,
    version: '5',
    files: 38,
    judged: {
      'loudness.programme': [25, 4, 0],
      'loudness.short_term': [17, 4, 0],
      'loudness.true_peak': [11, 0, 0],
      'sound.dc_offset': [1, 0, 0],
      'sound.silence': [3, 2, 0],
      'sound.silent_programme': [3, 0, 0],
    },
    notKnown: { rest: noRecall },
  },
  'loudness-atsc-a85': {
    date: judgedOn,
    version: '3',
    files: 38,
    // No file was made for this target.
    judged: { 'atsc_loudness.programme': [0, 25, 0], 'atsc_loudness.true_peak': [0, 11, 0] },
    notKnown: { rest: noRecall },
  },
  'loudness-streaming': {
    date: judgedOn,
    version: '3',
    files: 38,
    judged: { 'streaming_loudness.programme': [21, 4, 0], 'streaming_loudness.true_peak': [10, 1, 0] },
    notKnown: { rest: noRecall },
  },
  document: {
    date: judgedOn,
    version: '6',
    files: 22,
    judged: {
      'accessibility.title': [0, 7, 0],
      'accessibility.untagged': [0, 13, 0],
      'font.not_embedded': [0, 3, 0],
      'page.size_mix': [0, 2, 0],
    },
    notKnown: {
      'conformance.pdfa':
        'The rule is newer than the study. It has no finding on 676 files of the veraPDF corpus that follow PDF/A.',
      'page.size_mix': `Both findings concern booklets, for which the rule has no finding any more. ${noRecall}`,
      rest: noRecall,
    },
  },
  integrity: {
    date: judgedOn,
    version: '9',
    files: 79,
    judged: {
      'credentials.broken': [1, 0, 0],
      'origin.composite': [1, 0, 0],
      'origin.unsigned_claim': [0, 1, 0],
    },
    notKnown: { rest: notSeen('a defect or a declaration that this rule reports') },
  },
  claims: {
    date: lastJudgedOn,
    version: '4 to 8',
    files: 296,
    judged: {
      'superlative.ranking': [6, 6, 0],
      'absolute.performance': [3, 4, 0],
      'guarantee.promise': [4, 1, 0],
      'comparison.superiority': [0, 0, 1],
      'statistic.figure': [3, 6, 2],
      'health.proven': [5, 0, 0],
      'health.treatment': [13, 2, 4],
      'price.free': [8, 6, 0],
      'price.saving': [14, 10, 2],
      'environment.general': [1, 0, 0],
      'language.unjudged': [20, 13, 1],
      'text.unread': [0, 1, 0],
    },
    notKnown: {
      rest: 'Of about 37 claims that a person saw in 58 files, 8 were found. The recall on other texts is not known.',
    },
  },
  // Earlier versions reported the text of videos that are no adverts, so their studies are not counted here.
  supers: {
    date: lastJudgedOn,
    version: '7, 8 and 9',
    files: 96,
    judged: {
      'supers.contrast': [14, 9, 2],
      'supers.height': [27, 9, 3],
      'supers.hold': [19, 0, 12],
      'supers.unreadable': [0, 1, 0],
    },
    notKnown: {
      'supers.hold':
        'Nine of the false findings concern three texts with letters of up to six lines: each reading differed, so one text was taken for several. Versions 8 and 10 join such readings. Two concern recorded screens; version 9 does not report them. One concerns a text that its coding smears for a second. Of 24 pieces of small print that another person saw, version 9 found 14.',
      rest: 'The 35 adverts with small print have few makers. The false findings in 49 other videos concern recorded screens. Of 24 pieces of small print that another person saw, version 9 found 14. Text in scripts other than Latin, and turned text, was not read.',
    },
  },
  requirements: {
    date: judgedOn,
    version: '1',
    files: 0,
    judged: {},
    notKnown: {
      rest: 'The sidekick is new: no real file has been judged, so neither its precision nor its recall is known.',
    },
  },
  captions: {
    date: lastJudgedOn,
    version: '1',
    files: 0,
    judged: {},
    notKnown: {
      rest: 'The sidekick is new: no real file has been judged, so neither its precision nor its recall is known.',
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
