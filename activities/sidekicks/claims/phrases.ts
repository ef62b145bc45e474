import type { ClaimCode } from './rules.ts';

/** Wording of one kind, as a pattern over normalised text: lower case, single spaces, straight quotes. */
export interface Phrase {
  ruleCode: ClaimCode;
  /** Sticks to whole words; every repetition in it is bounded, so that it takes time in proportion to the text. */
  pattern: RegExp;
  /** How sure it is that the words claim something: low for what may be puffery or mean something else. */
  confidence: number;
}

const phrase = (ruleCode: ClaimCode, confidence: number, ...alternatives: string[]): Phrase => ({
  ruleCode,
  confidence,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'gu'),
});

const places =
  "(?:uk|world|globe|planet|britain|england|scotland|wales|ireland|europe|america|nation|country|industry|market)(?:'s)?";
const superlatives =
  'no\\.? ?1|number (?:one|1)|#1|leading|best|finest|favou?rite|biggest|largest|fastest|cheapest|purest|safest|strongest|most \\p{L}{3,20}';
const qualities =
  'advanced|effective|powerful|reliable|efficient|popular|trusted|durable|economical|accurate|affordable|nutritious';
const comparatives =
  'better|faster|quicker|cheaper|stronger|safer|cleaner|whiter|brighter|lighter|smarter|healthier|greener|softer|fresher|smoother|tougher|quieter|longer[- ]?lasting';
const amount = '(?:twice|three times|four times|five times|ten times|\\d{1,4} ?(?:x|times))';
const percent = '(?:%|per ?cent)';
const numbers = '(?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})';
const ailments =
  "cancer|diabetes|arthritis|asthma|eczema|psoriasis|depression|anxiety|insomnia|migraines?|headaches?|(?:back |joint |muscle )?pain|colds?|flu|covid(?:-?19)?|infections?|acne|obesity|dementia|alzheimer's|hypertension|high blood pressure|heart disease|hair loss|baldness|allergies|hay fever|indigestion|ibs|cellulite|wrinkles|disease|diseases|illness|illnesses";
const greenNouns = 'recyclable|recycled|biodegradable|compostable|sustainable|renewable|green|organic';

/** In the order in which they are looked for: what one has taken, later ones leave alone. */
export const phrases: readonly Phrase[] = [
  phrase(
    'health.treatment',
    0.9,
    `(?:cures?|cured|heals?|treats?|relieves?|prevents?|eliminates?|reverses?|combats?|fights?)(?: [\\p{L}'-]{1,20}){0,3} (?:${ailments})`,
    'miracle cures?',
    'lose (?:up to )?\\d{1,3} ?(?:lbs?|pounds|kgs?|kilos|stone|inches)',
    'boosts? (?:your |the )?(?:immunity|immune system|metabolism)',
  ),
  phrase('health.treatment', 0.6, 'cures'),
  phrase(
    'health.proven',
    0.9,
    '(?:clinically|scientifically|medically|dermatologically|laboratory|lab)[- ]?(?:proven|tested|demonstrated|approved|shown)',
    'clinical(?:ly)? proof',
    '(?:doctor|dentist|dermatologist|vet|expert)[- ]?(?:recommended|approved)',
    'recommended by (?:doctors|dentists|dermatologists|vets|experts|nutritionists|pharmacists)',
    'no (?:known )?side[- ]?effects',
  ),
  phrase('health.proven', 0.6, 'proven to \\p{L}{3,20}'),
  phrase(
    'environment.absolute',
    0.9,
    `(?:100 ?${percent} )?(?:carbon|climate)[- ]?(?:neutral|negative|positive|free)`,
    'net[- ]?zero',
    'zero[- ]?(?:emissions?|carbon|waste)',
    'emissions?[- ]?free',
    `(?:100 ?${percent}|fully|completely|totally|entirely) (?:${greenNouns})`,
    'plastic[- ]?free',
  ),
  phrase(
    'environment.general',
    0.8,
    '(?:eco|planet|earth|climate|environment|environmentally)[- ]?friendly',
    '(?:good|kind|better|kinder|gentle) (?:for|to|on) the (?:planet|environment|earth)',
    'saves? the planet',
    'green(?:er)? (?:energy|electricity|product|products|choice|alternative)',
  ),
  phrase(
    'environment.general',
    0.5,
    'sustainabl[ey]',
    'biodegradable',
    'compostable',
    'recyclable',
    'low[- ]?carbon',
  ),
  phrase(
    'price.lowest',
    0.9,
    '(?:lowest|cheapest|unbeatable|rock[- ]?bottom) (?:possible )?prices?',
    'best prices?',
    'lowest[- ]?priced',
    'never beaten on price',
    'price match',
  ),
  phrase(
    'guarantee.promise',
    0.9,
    'guaranteed',
    '(?:money|cash)[- ]?back(?: guarantees?)?',
    'satisfaction guarantees?',
    '(?:lifetime|life[- ]?long) (?:guarantees?|warrant(?:y|ies))',
    '(?:risk[- ]?free|no[- ]?risk|zero[- ]?risk)(?! (?:rates?|interest|assets?|returns?))',
  ),
  phrase('guarantee.promise', 0.7, 'guarantees?(?! (?:fund|scheme|facility|company))', 'guaranteeing'),
  phrase(
    'price.free',
    0.8,
    '(?<!-)free (?:gifts?|trials?|delivery|shipping|postage|returns?|samples?|consultations?|quotes?|installation|downloads?|entry|membership|upgrades?|months?|weeks?)',
    '(?:for|absolutely|completely|totally|entirely) free(?!-)(?! (?:from|of(?! charge)|to|and))',
    'free of charge',
    'buy one[, ]{1,2}get one free',
    'at no (?:extra |additional )?cost',
    'without charge',
    'gratis',
  ),
  phrase(
    'price.free',
    0.6,
    "(?:is|are|it's|they're|yours|get it|get one|get yours) free(?!-)(?! (?:from|of|to|and|will|range|time))",
    '(?<!-)free(?=!|\\*| (?:with|when) (?:every|any|each|you)(?!\\p{L}))',
    'complimentary',
  ),
  phrase(
    'statistic.figure',
    0.9,
    `${numbers} out of (?:every )?${numbers}`,
    `\\d{1,3}(?:[.,]\\d{1,2})? ?${percent} of (?:all |our |the |uk |british )?(?:people|users|customers|consumers|women|men|patients|owners|parents|mothers|doctors|dentists|vets|experts|households|respondents|those|testers)`,
  ),
  phrase(
    'statistic.figure',
    0.7,
    `${numbers} in (?:every )?(?:five|ten|twenty|5|10|20|100|1,?000)`,
    '(?:studies|research|tests|trials|surveys?|a survey|a study|science) (?:shows?|proves?|confirms?|has shown|have shown|has proven|have proven|suggests?)',
  ),
  phrase(
    'comparison.superiority',
    0.9,
    `(?:${comparatives}|more (?:${qualities})) than (?:any|all|every|other|others|ever|its rivals|the (?:competition|rest|leading|market|other)|our (?:competitors|rivals)|competitors|brand)`,
    `${amount} (?:as|more|${comparatives})(?: \\p{L}{2,20})?`,
    `\\d{1,3} ?${percent} (?:more|less|fewer|${comparatives})(?: \\p{L}{2,20})?`,
    'outperforms?',
    'beats (?:the competition|all|every|any)',
    'compared (?:to|with) (?:the )?(?:leading|other|competing|our competitors)',
  ),
  phrase('comparison.superiority', 0.7, `(?:${comparatives}|more (?:${qualities})) than`),
  phrase(
    'superlative.ranking',
    0.9,
    `${places}[- ](?:${superlatives})`,
    '(?:market|industry|world|class|sector)[- ]?(?:leading|beating)',
    '(?:un(?:rival(?:l)?ed|beatable|beaten|surpassed|matched)|second to none)',
    'best[- ]?(?:selling|in[- ]class)',
    '(?:nothing|no one|nobody) (?:\\p{L}{2,12} ){0,2}(?:better|beats)',
  ),
  phrase('superlative.ranking', 0.7, '(?:no\\. ?1|no1|#1|number (?:one|1))(?![.,]\\d| of )'),
  phrase(
    'superlative.ranking',
    0.5,
    'the (?:very )?(?:best|finest|greatest|ultimate|cheapest|fastest|strongest|safest)(?! (?:of luck|interests?|part|thing|regards|practices?|man|known|case|course|estimate|efforts?|time|before|way|possible))',
    `the most (?:${qualities})`,
    '(?:the|a|our) leading(?! (?:edge|role|cause|causes|actor|article|question|zeros?|zeroes|digits?|to))',
  ),
  phrase(
    'absolute.performance',
    0.9,
    `100 ?${percent} (?:effective|safe|secure|natural|satisfaction|success|accurate|reliable|pure|waterproof|protection|effectively|safely)`,
    "(?:never|cannot|can't|won't ever|will never) (?:fail|fails|lets? you down|breaks?|wears? out)",
    'works? (?:every time|for everyone|100 ?% of the time)',
    'always works?',
  ),
  phrase(
    'absolute.performance',
    0.7,
    '(?:completely|totally|absolutely|entirely|utterly|permanently) (?:safe|secure|effective|natural|harmless|painless|waterproof|reliable|clean|pure|eliminates?|removes?|destroys?|prevents?|protects?|restores?|solves?|stops?|kills?|eradicates?)',
    '(?:eliminates?|removes?|kills?|destroys?|prevents?|stops?) (?:all|every)(?: \\p{L}{2,20})?',
    'instant results?',
    'overnight results?',
  ),
  phrase(
    'absolute.performance',
    0.5,
    `100 ?${percent}(?! (?:cotton|wool|silk|linen|polyester|leather|of|off|scale))`,
    '100 per ?cent',
  ),
];
