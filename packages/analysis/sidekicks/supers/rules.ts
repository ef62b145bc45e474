import { z } from 'zod';
import {
  assayDefault,
  rulesByCode,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

/**
 * Returns a source in the BCAP guidance. This project had no copy of it: `url` is a Clearcast page that repeats the
 * number.
 */
const bcap = (clause: string, url: string): RuleSource => ({
  standard: 'BCAP guidance, Use of superimposed text in television advertising (29 November 2018)',
  clause,
  url,
});

const heightSource = bcap(
  'text height: 30 lines (16:9 HD), 16 (16:9 SD) or 14 (4:3 SD); on an opaque block of one colour with a margin 26, 14 ' +
    'or 12. The guidance could not be opened; the numbers are those of the table that Clearcast repeats. Neither says ' +
    'which letters are measured. This project measures capitals and digits of each row, and scales the numbers to other sizes of ' +
    'picture by the shorter side. Pictures with fewer than 480 lines are not judged, because an error of one line is a ' +
    'tenth of the height there. The severity is minor if the text has neither capitals nor digits',
  'https://help.clearcast.co.uk/en/article/legal-supers-text-size',
);

const holdSource = bcap(
  'duration of hold: 0.2 s a word, plus 2 s up to nine words or 3 s from ten words; all text on screen at once counts. ' +
    'The guidance could not be opened; the numbers are those of Clearcast’s summary of the guidance before it, which are ' +
    'said to be unchanged',
  'http://www.clearcast.co.uk/superimposed-text.html',
);

const contrastSource: RuleSource = {
  standard: 'WCAG 2.2',
  clause:
    '1.4.3 Contrast (Minimum). BCAP asks for adequate contrast without a number. It was this project that chose to use the ' +
    'number of WCAG for video',
  url: 'https://www.w3.org/TR/WCAG22/#contrast-minimum',
};

const unreadableSource: RuleSource = {
  ...assayDefault,
  clause: 'chosen by this project: the confidence of its reader of text',
  url: heightSource.url,
};

export const supersParameters = z.strictObject({
  advert: z
    .enum(['detect', 'always'])
    .default('detect')
    .describe(
      'Which videos count as adverts: those that advertise by the words they show (`detect`), or all (`always`).',
    ),
});
export type SupersParameters = z.infer<typeof supersParameters>;

/** Confidence (0–1) of the reader of text below which a line counts as unreadable. Chosen by this project. */
export const maxUnreadConfidence = 0.5;

export const supersDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b0a',
  code: 'supers',
  name: 'Legibility of superimposed text',
  description:
    'Judges the height, duration and contrast of small print in videos by the BCAP guidance on superimposed text (supers).',
  limits: [
    'Text is small print if it has a phrase such as “terms apply”, “subject to status” or “see website”, and is lower than twice the minimum. Other words of terms and limits, such as “required” or “minimum”, and text without such words, are judged only in adverts.',
    'If the parameter `advert` is `always`, each video is an advert. Otherwise a video is one if it shows such a phrase, a price, a trademark or a web address, or more words of advertisements than of other texts. These words are English.',
    'Text without words of small print is small print if it has at least four words, mostly of three letters or more and not all with capitals, is lower than one and a half times the minimum, and has the position of small print: steady and alone near the lower edge, at the left margin, centred or over most of the width.',
    'Four or more such texts in a video are subtitles, and so are two that follow each other in one place within a second, and a text that names its speaker. A text that asks the viewer to act, such as “Call us”, is the main message.',
    'Headlines, logos, counters, the text of pack shots, and the text of screens (30 lines, 80 words above the lower part, or the address of a browser at the top) are not judged, nor is a copyright sign with only a year and a name.',
    'Text that is shown for less than half a second is not judged, nor is the height of text in pictures whose shorter side has fewer than 480 lines.',
    'Brand names do not count in the guidance, but cannot be told from other words: only one word, or two words with capitals that are not large, are not counted if they stand alone.',
    'At most 400 pictures of a video, at equal intervals of at least 0.5 s, are read: in a video of 30 minutes, text that is shown for less than 4.5 s may be missed.',
    'At most 200 lines of a picture, the upper ones, and the first 2,000 lines of a video are judged; findings say if there are more.',
    'Only text in Latin script is read; text in other scripts may be reported as text that could not be read.',
  ],
  version: '10',
  assetTypes: ['video'],
  decodes: false,
  readsText: true,
  parameters: supersParameters,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1ba1',
      code: 'supers.height',
      name: 'Superimposed text that is too small (minor if it has neither capitals nor digits)',
      severity: 'major',
      threshold: 30,
      unit: 'lines in 16:9 HD',
      adjustable: { least: 10, most: 100 },
      source: heightSource,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1ba2',
      code: 'supers.hold',
      name: 'Superimposed text that is shown too briefly',
      severity: 'major',
      threshold: 0.2,
      unit: 's a word, plus 2 s (3 s from 10 words)',
      adjustable: { least: 0.05, most: 2 },
      source: holdSource,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1ba3',
      code: 'supers.contrast',
      name: 'Superimposed text with little contrast',
      severity: 'minor',
      threshold: 4.5,
      unit: 'contrast ratio to 1',
      adjustable: { least: 1.5, most: 21 },
      source: contrastSource,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1ba4',
      code: 'supers.unreadable',
      name: 'Superimposed text that could not be read',
      severity: 'minor',
      threshold: maxUnreadConfidence,
      unit: 'confidence',
      source: unreadableSource,
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(supersDescription);
export type SupersRules = typeof rules;

export type SupersRule = (typeof rules)[keyof typeof rules];
