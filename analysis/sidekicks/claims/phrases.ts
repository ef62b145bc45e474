import type { ClaimCode } from './rules.ts';

/**
 * A pattern for the wording of one kind of claim. It matches normalised text: lower case, single spaces, straight
 * quotes.
 */
export interface Phrase {
  ruleCode: ClaimCode;
  /** Matches whole words. Every repetition is bounded, so matching takes linear time. */
  pattern: RegExp;
  /**
   * Confidence that the words are a claim in a text that is neither promotional nor typical of another kind of text.
   * `usual` wording occurs almost only in advertising. `generic` wording also has other meanings and counts only in
   * advertisements.
   */
  confidence: number;
}

const usual = 0.9;
const probable = 0.85;
const likely = 0.75;
const doubtful = 0.65;
const generic = 0.5;

const phrase = (ruleCode: ClaimCode, confidence: number, ...alternatives: string[]): Phrase => ({
  ruleCode,
  confidence,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}_])`, 'gu'),
});

const places =
  "(?:uk|world|globe|planet|britain|england|scotland|wales|ireland|europe|america|nation|country|industry|market)(?:'s)?";
const praise =
  'no\\.? ?1|number (?:one|1)|#1|(?:best|fastest)[- ](?:selling|growing|loved|value)|best|finest|favou?rite|cheapest|purest|safest|most (?:loved|trusted|popular|recommended|effective|affordable|advanced)';
const extremes = 'leading|biggest|largest|fastest|strongest|most \\p{L}{3,20}';
const qualities =
  'advanced|effective|powerful|reliable|efficient|popular|trusted|durable|economical|accurate|affordable|nutritious';
const comparatives =
  'better|faster|quicker|cheaper|stronger|safer|cleaner|whiter|brighter|lighter|smarter|healthier|greener|softer|fresher|smoother|tougher|quieter|longer[- ]?lasting';
const amount = '(?:twice|three times|four times|five times|ten times|\\d{1,4} ?(?:x|times))';
const money = '[£$€] ?\\d{1,6}(?:,\\d{3}){0,2}(?:\\.\\d{1,2})?';
const percent = '(?:%|per ?cent)';
const numbers = '(?:two|three|four|five|six|seven|eight|nine|ten|\\d{1,3})';
const ailments =
  "(?:fine )?lines|cancer|diabetes|arthritis|asthma|eczema|psoriasis|depression|anxiety|insomnia|migraines?|headaches?|(?:back |joint |muscle )?pain|colds?|flu|covid(?:-?19)?|infections?|acne|obesity|dementia|alzheimer's|hypertension|high blood pressure|heart disease|hair loss|baldness|allergies|hay fever|indigestion|ibs|cellulite|wrinkles|disease|diseases|illness|illnesses";
const greenNouns = 'recyclable|recycled|biodegradable|compostable|sustainable|renewable|green|organic';

const people =
  '(?:people|users|customers|consumers|women|men|patients|owners|parents|mothers|mums|doctors|dentists|vets|experts|households|respondents|those|testers)';
const approves = '(?:agreed?|recommend|would recommend|prefer(?:red)?|saw|noticed|love|choose|trust)';

/** Phrases in order of precedence: a later phrase does not match text that an earlier one matched. */
export const phrases: readonly Phrase[] = [
  phrase(
    'statistic.figure',
    likely,
    `(?:reduces?|cuts?|lowers?|improves?|increases?|boosts?) (?:the appearance of )?(?:${ailments}|hydration|firmness|radiance) by (?:up to )?\\d{1,3}(?:[.,]\\d{1,2})? ?${percent}`,
  ),
  phrase(
    'health.treatment',
    likely,
    `(?:cures?|heals?|treats?|relieves?|prevents?|eliminates?|reverses?|combats?|fights?|stops?|banishes|reduces?|soothes?)(?: [\\p{L}'-]{1,20}){0,3} (?:${ailments})`,
    'miracle cures?',
    'lose (?:up to )?\\d{1,3} ?(?:lbs?|pounds|kgs?|kilos|stone|inches)',
    'boosts? (?:your |the )?(?:immunity|immune system|metabolism)',
    '(?:detox(?:es|ifies)?|cleanses) (?:your|the) (?:\\p{L}{2,12} )?(?:body|liver|system|blood|skin|gut)',
  ),
  phrase('health.treatment', generic, 'cures', 'detox(?:es|ifies)'),
  phrase(
    'health.proven',
    usual,
    '(?:clinically|scientifically|medically|dermatologically|laboratory|lab)[- ]?(?:proven|tested|demonstrated|approved|shown)',
    'clinical(?:ly)? proof',
    '(?:doctor|dentist|dermatologist|vet|expert)[- ]?(?:recommended|approved)',
    'recommended by (?:doctors|dentists|dermatologists|vets|experts|nutritionists|pharmacists)',
    'no known side[- ]?effects',
  ),
  phrase('health.proven', generic, 'no side[- ]?effects', 'proven to \\p{L}{3,20}'),
  phrase(
    'environment.absolute',
    probable,
    `(?:100 ?${percent} )?(?:carbon|climate)[- ]?(?:neutral|negative|positive|free)`,
    'net[- ]?zero',
    'zero[- ]?(?:emissions?|carbon|waste)',
    'emissions?[- ]?free',
    `(?:100 ?${percent}|fully|completely|totally|entirely) (?:${greenNouns})`,
    'plastic[- ]?free',
  ),
  phrase(
    'environment.general',
    likely,
    '(?:eco|planet|earth|climate|environment|environmentally)[- ]?friendly',
    '(?:good|kind|better|kinder|gentle) (?:for|to|on) the (?:planet|environment|earth)',
    'saves? the planet',
    'green(?:er)? (?:energy|electricity|product|products|choice|alternative)',
  ),
  phrase(
    'environment.general',
    generic,
    'sustainabl[ey]',
    'biodegradable',
    'compostable',
    'recyclable',
    'low[- ]?carbon',
  ),
  phrase(
    'price.lowest',
    usual,
    '(?:(?<=our )lowest|unbeatable|rock[- ]?bottom) (?:possible )?prices?',
    '(?:lowest|cheapest|best) (?:possible )?prices',
    'lowest[- ]?priced',
    'never (?:beaten|undersold)(?: on price)?',
    'price match',
    "you (?:won't|will not|can't|cannot|will never|'ll never) (?:find|get|buy)(?: (?:it|a|an|any|anything|them))? (?:cheaper|lower|better)(?: \\p{L}{2,20})?",
  ),
  phrase('price.lowest', likely, '(?:lowest|cheapest|best) (?:possible )?price'),
  phrase(
    'price.saving',
    usual,
    `(?:up to |save |save up to )\\d{1,2} ?${percent} (?:off|discount)`,
    `save (?:up to )?(?:\\d{1,2} ?${percent}|${money})`,
    `(?:was|were) ${money},? now(?: only| just)? ${money}`,
  ),
  phrase('price.saving', likely, `\\d{1,2} ?${percent} off`, 'half[- ]price'),
  phrase(
    'guarantee.promise',
    usual,
    '(?:money|cash)[- ]?back(?: guarantees?)?',
    'satisfaction guarantee[ds]?',
    '(?:lifetime|life[- ]?long) (?:guarantees?|warrant(?:y|ies))',
    '(?:results?|success) guaranteed',
  ),
  phrase(
    'guarantee.promise',
    doubtful,
    'guaranteed',
    '(?:risk[- ]?free|no[- ]?risk|zero[- ]?risk)(?! (?:rates?|interest|assets?|returns?))',
  ),
  phrase('guarantee.promise', generic, 'guarantees?(?! (?:fund|scheme|facility|company))', 'guaranteeing'),
  phrase(
    'price.free',
    likely,
    '(?<!-)free (?:gifts?|trials?|delivery|shipping|postage|returns?|samples?|consultations?|quotes?|installation|downloads?|entry|membership|upgrades?|months?|weeks?)',
    'buy one[, ]{1,2}get one (?:half[- ]price|free)',
    '(?:absolutely|completely|totally|entirely) free(?!-)(?! (?:from|of(?! charge)|to|and))',
  ),
  phrase(
    'price.free',
    generic,
    'for free(?!-)(?! (?:from|of(?! charge)|to|and))',
    "(?:is|are|it's|they're|yours|get it|get one|get yours) free(?!-)(?! (?:from|of|to|and|will|range|time))",
    '(?<!-)free(?=!|\\*| (?:with|when) (?:every|any|each|you)(?!\\p{L}))',
    'free of charge',
    'at no (?:extra |additional )?cost',
    'without charge',
    'gratis(?! or)',
    'complimentary',
  ),
  phrase(
    'statistic.figure',
    usual,
    `${numbers} out of (?:every )?${numbers}(?= ${people})`,
    `${numbers} (?:out of|in) (?:every )?${numbers} ${people}(?= ${approves})`,
    `\\d{1,3}(?:[.,]\\d{1,2})? ?${percent} of (?:all |our |the |uk |british )?${people}(?= ${approves})`,
  ),
  phrase(
    'statistic.figure',
    generic,
    `${numbers} out of (?:every )?${numbers}`,
    `\\d{1,3}(?:[.,]\\d{1,2})? ?${percent} of (?:all |our |the |uk |british )?${people}`,
    `${numbers} in (?:every )?(?:five|ten|twenty|5|10|20|100|1,?000)`,
    `(?:reduces?|cuts?|lowers?|improves?|increases?|boosts?)(?: [\\p{L}'-]{1,20}){1,4} by (?:up to )?\\d{1,3}(?:[.,]\\d{1,2})? ?${percent}`,
    '(?:studies|research|tests|trials|surveys?|a survey|a study|science) (?:shows?|proves?|confirms?|has shown|have shown|has proven|have proven|suggests?)',
  ),
  phrase(
    'comparison.superiority',
    likely,
    `(?:beats?|beat|outperforms?|outlasts?) (?:[\\p{L}'&-]{2,20} ){1,3}(?:in|on) (?:[\\p{L}-]{2,20} ){0,2}(?:tests?|trials?)`,
    `(?:${comparatives}|more (?:${qualities})) than (?:any|all|every|other|others|ever|its rivals|the (?:competition|rest|leading|market|other)|our (?:competitors|rivals)|competitors|brand)`,
    `${amount} (?:as|more|${comparatives})(?: \\p{L}{2,20})? (?:as|than) (?:any|other|the (?:leading|next|competition)|our|ordinary|normal|regular)(?: \\p{L}{2,20})?`,
    'beats (?:the competition|all|every|any)',
    'compared (?:to|with) (?:the (?:leading|competition)|our competitors)',
  ),
  phrase(
    'comparison.superiority',
    generic,
    `${amount} (?:as|more|${comparatives})(?: \\p{L}{2,20})?`,
    `\\d{1,3} ?${percent} (?:more|less|fewer|${comparatives})(?: \\p{L}{2,20})?`,
    '(?:outperforms?|outlasts?)',
    'compared (?:to|with) (?:other|competing)',
    `(?:${comparatives}|more (?:${qualities})) than`,
  ),
  phrase('superlative.ranking', probable, `${places}[- ](?:${praise})`, 'best[- ]?(?:selling|in[- ]class)'),
  phrase(
    'superlative.ranking',
    likely,
    '(?:simply|quite simply|still) the (?:very )?(?:best|finest)',
    '(?:market|industry|world|class|sector)[- ]?(?:leading|beating)',
    '(?:un(?:rival(?:l)?ed|beatable|surpassed)|second to none)',
    `(?:nothing|no other \\p{L}{2,20})(?: else)? (?:works|cleans|tastes|lasts|performs|protects|washes|moisturi[sz]es|feels|hydrates|is|gets|goes)(?: \\p{L}{2,12})? (?:${comparatives}|longer|harder|further|so \\p{L}{2,12})`,
    '(?:nothing|no one|nobody) (?:\\p{L}{2,12} ){0,2}(?:does it better|beats)',
    'award[- ]winning',
    'superior (?:[\\p{L}-]{2,20} )?(?:power|quality|performance|protection|taste|comfort|results|strength|value|coverage|sound|technology|cleaning|care|hold)',
  ),
  phrase(
    'superlative.ranking',
    generic,
    `${places}[- ](?:${extremes})`,
    '(?:no\\. ?1|no1|#1|number (?:one|1))(?![.,]\\d| of )',
    '(?:the )?fastest[- ]growing',
    'the (?:very )?(?:best|finest|greatest|ultimate|cheapest|fastest|strongest|safest)(?! (?:of (?:luck|times)|interests?|part|thing|regards|practices?|man|known|case|course|estimate|efforts?|endeavours|time|before|way|possible|available))',
    `the most (?:${qualities})`,
    '(?:the|a|our) leading(?! (?:edge|role|cause|causes|actor|article|question|zeros?|zeroes|digits?|horse|to))',
    'un(?:beaten|matched)',
    'the only \\p{L}{2,20} (?:that|to|with)',
  ),
  phrase(
    'absolute.performance',
    usual,
    `100 ?${percent} (?:effective|safe|secure|natural|satisfaction|success|accurate|reliable|pure|waterproof|protection|effectively|safely)`,
    `(?:kills?|removes?|eliminates?|destroys?|blocks?|protects? against|stops?) (?:up to )?\\d{2,3}(?:[.,]\\d{1,4})? ?${percent} of (?:all |known |household )?\\p{L}{2,20}`,
    'no hidden (?:charges?|fees?|costs?|extras)',
  ),
  phrase(
    'absolute.performance',
    likely,
    "(?:never|cannot|can't|won't ever|will never) (?:fail|fails|lets? you down|breaks?|wears? out)",
    'works? (?:every time|for everyone|100 ?% of the time)',
    '(?:kills?|removes?|eliminates?|destroys?|prevents?|stops?) (?:all|every) (?:known )?(?:germs|bacteria|viruses|stains?|odou?rs?|dirt|grease|limescale|plaque|hair|dandruff|weeds|pests|bugs|dust|mould)',
    'unlimited (?:data|calls|texts|minutes|broadband|downloads|streaming|miles)',
    'instant results?',
    'overnight results?',
  ),
  phrase(
    'absolute.performance',
    generic,
    'always works?',
    '(?:completely|totally|absolutely|entirely|utterly|permanently) (?:safe|secure|effective|natural|harmless|painless|waterproof|reliable|clean|pure|eliminates?|removes?|destroys?|prevents?|protects?|restores?|solves?|stops?|kills?|eradicates?)',
    '(?:eliminates?|removes?|kills?|destroys?|prevents?|stops?) (?:all|every)(?: \\p{L}{2,20})?',
    `100 ?${percent}(?! (?:cotton|wool|silk|linen|polyester|leather|of|off|scale))`,
    '100 per ?cent',
    'unlimited',
  ),
];
