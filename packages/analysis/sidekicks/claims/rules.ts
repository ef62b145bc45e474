import {
  assayDefault,
  rulesByCode,
  type RuleSource,
  type SidekickDescription,
} from '../../contract/description.ts';

/** Returns a source in the UK Code of Non-broadcast Advertising and Direct & Promotional Marketing (CAP Code). */
const cap = (section: string, clause: string): RuleSource => ({
  standard: 'CAP Code, edition 12',
  clause,
  url: `https://www.asa.org.uk/type/non_broadcast/code_section/${section}.html`,
});

const substantiation = cap('03', 'rule 3.7 (substantiation)');

/** Minimum confidence (0–1) of a reported claim. Chosen by this project, because advertising codes define none. */
export const minConfidence = 0.6;

export const claimsDescription = {
  id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b05',
  code: 'claims',
  name: 'Advertising claims',
  description:
    'Finds English claims that need evidence under advertising codes, in documents, in the text that images and videos show, and in the speech of videos and sounds. A reported claim needs evidence, but is not necessarily false.',
  limits: [
    'The claims are superlatives, absolutes, guarantees, comparisons, figures, and health, price and environmental claims. The sources are rules of the CAP Code, for advertising that is not broadcast; the BCAP Code has similar ones for broadcast advertising.',
    'The words of each page, picture or part of a text decide whether it advertises. Forms, accounts, terms, maps, manuals, minutes, research, news and fiction do not, so even clear wording is no claim on a page of these kinds.',
    'Wording that other texts use too, such as “the best”, is a claim in prose only on a page that clearly advertises; in a short line, such as a headline, a weaker tone suffices. Words that only name a topic, such as “solar energy”, are no claims. An image or a video is taken for an advertisement unless its words are typical of other texts.',
    'The same wording is one finding, with its first ten places as evidence.',
    'Text whose words are mostly those of other languages is not judged, and a finding says so.',
    'Claims whose confidence is below the threshold, which this project chose, are not reported. Text in pictures is read with errors, and lines that were read with a confidence below 0.8 are not quoted.',
    'At most 400 pictures of a video, at equal intervals of at least 0.5 s, the first picture of an animation, and the first 50 pages of a PDF that are scanned, or whose letters are drawn, are read. Fewer pictures of a video are read if their text takes too much processor time. A finding says if some of these pages or pictures were not read.',
    'In a PDF, text on hidden layers, invisible text outside scans and hidden annotations are left out.',
    'At most 200 lines of a picture of a video, the upper ones, and the first 2,000 lines of a video are examined; findings say if there are more.',
    'Older Word documents (DOC), SVG images, animated WebP images, JPEGs in arithmetic or hierarchical coding, images of 268 megapixels or more, pictures in DOCX files, pictures on PDF pages that also have text, PDF letters that are only stroked, slanted or curved shapes, a few shapes beside much text, and PDF annotations other than text boxes and form fields are not read. A finding says if no text of a file was read because of its format.',
    'Speech is read if the installation has the reader of speech: in the sound that players select, at most two hours of speech. Sung words are read as speech. Words and figures are sometimes misheard, names often, and the currency of an amount is guessed, so a spoken claim must be listened to. Speech in other languages than English is not judged, and a finding says so.',
    'In pictures, only text in Latin script is read; text in other scripts is missing or misread, and no finding says so.',
  ],
  version: '9',
  assetTypes: ['document', 'image', 'video', 'audio'],
  decodes: false,
  readsText: true,
  hearsSpeech: true,
  rules: [
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b51',
      code: 'superlative.ranking',
      name: 'Claim to be the best or the first',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: substantiation,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b52',
      code: 'absolute.performance',
      name: 'Absolute claim',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('03', 'rules 3.7 (substantiation) and 3.11 (exaggeration)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b53',
      code: 'guarantee.promise',
      name: 'Guarantee',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('03', 'rules 3.53 to 3.55 (guarantees and after-sales service)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b54',
      code: 'comparison.superiority',
      name: 'Comparison with others',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('03', 'rules 3.33 to 3.38 (comparisons)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b55',
      code: 'statistic.figure',
      name: 'Statistic or reference to research',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: substantiation,
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b56',
      code: 'health.proven',
      name: 'Claim of medical proof or advice',
      severity: 'major',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('12', 'rule 12.1 (evidence for health claims)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b57',
      code: 'health.treatment',
      name: 'Claim to treat or prevent, or to support a function of the body',
      severity: 'major',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('12', 'rule 12.1 (evidence for health claims), and for foods rule 15.1'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b58',
      code: 'price.free',
      name: 'Free offer',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('03', 'rules 3.23 and 3.24 (free)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b59',
      code: 'price.lowest',
      name: 'Lowest price',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('03', 'rules 3.33 to 3.40 (comparisons, including those of prices)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5c',
      code: 'price.saving',
      name: 'Saving or reduction',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('03', 'rules 3.17 (price statements) and 3.22 (“up to” and “from”)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5a',
      code: 'environment.absolute',
      name: 'Absolute environmental claim',
      severity: 'major',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('11', 'rule 11.3 (absolute environmental claims)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5b',
      code: 'environment.general',
      name: 'General environmental claim',
      severity: 'minor',
      threshold: minConfidence,
      unit: 'confidence',
      source: cap('11', 'rule 11.1 (basis of environmental claims)'),
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5d',
      code: 'language.unjudged',
      name: 'Text or speech not judged, because it is in another language than English',
      severity: 'info',
      threshold: null,
      unit: null,
      isGap: true,
      source: {
        ...assayDefault,
        clause: 'chosen by this project: the phrases and the words of its rules are English',
      },
    },
    {
      id: '6c1f4f0e-5d0b-4c8e-9a55-0d1f5c7a1b5e',
      code: 'text.unread',
      name: 'Text that was not read: pages whose letters are pictures or shapes, pictures of a video, speech, or files in formats that are not read',
      severity: 'info',
      threshold: null,
      unit: null,
      isGap: true,
      source: {
        ...assayDefault,
        clause:
          'chosen by this project: the formats, the number of pages and the processor time for reading are limited',
      },
    },
  ],
} as const satisfies SidekickDescription;

export const rules = rulesByCode(claimsDescription);

/** Codes of the rules about claims. */
export type ClaimRuleCode = Exclude<
  (typeof claimsDescription)['rules'][number]['code'],
  'language.unjudged' | 'text.unread'
>;
