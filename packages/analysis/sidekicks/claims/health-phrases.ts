import { group, generic, likely, phrase, upTo, usual, wordsBefore } from './phrase.ts';
import { ailments, functions, professionals, share } from './phrase-words.ts';

const reduces = '(?:reduces?|cuts?|lowers?|improves?|increases?|boosts?)';
/** Verbs whose object may be an ailment, with their endings. */
const treats =
  '(?:cur|kill|heal|treat|reliev|prevent|eliminat|revers|combat|fight|stop|banish|reduc|sooth|eas|calm|clear|beat|tackl|alleviat|target|correct|minimis|eras|fad|smooth|conquer|defeat|remov|repair|ward(?:s|ing)? off|get(?:s|ting)? rid of|rid(?:s|ding)? you of|help(?:s|ing)? (?:with|manage|relieve|prevent|reduce|ease|beat|fight)|protect(?:s|ing)? (?:you |your \\p{L}{2,12} )?(?:from|against)|defend(?:s|ing)? against|lower|control|manag)(?:e?s|ing|e)?';
const farewell = group(
  '(?:say|wave|kiss) (?:goodbye|bye|bye-bye|farewell) to|(?:wave|kiss) (?:your |those )?',
  'bid farewell to|no more|goodbye,?|bye[- ]bye,?|put an end to|an end to|end (?:your|the)|the end of',
  'live without|life without|free (?:yourself )?from|freedom from|stop suffering(?: from| with)?',
  "(?:don't|no need to) (?:suffer|put up) (?:from|with)|rid yourself of",
);
const improves =
  '(?:boost|support|strengthen|improv|increas|enhanc|kick-?start|speed(?:s|ing)? up|balanc|restor|fir(?:e|es|ing) up|rais|recharg|sharpen|maintain|stimulat|fuel|promot|help)(?:e?s|ing|e)?';
const study = group(
  'clinical(?:ly)?|medical|scientific|hospital|laboratory|lab|university|nhs|independent|dermatological',
  'peer-reviewed',
);
const proves = group(
  'shows?|shown|proves?|proved|proven|confirms?|confirmed|demonstrates?|demonstrated|reveals?|finds?',
  'found|suggests?|agree|validates?|validated',
);

export const healthPhrases = [
  phrase(
    'statistic.figure',
    likely,
    `${reduces} (?:the appearance of )?(?:${ailments}|hydration|firmness|radiance) by (?:up to )?${share}`,
  ),
  phrase(
    'health.treatment',
    likely,
    `${treats}${upTo(3)},? ${ailments}`,
    `${farewell}${upTo(2)} ${ailments}`,
    `(?:relief|respite|protection|freedom)(?: (?:from|for|of|against))${upTo(4)} ${ailments}`,
    `${ailments}(?: and ${ailments})? (?:relief|remed(?:y|ies)|relievers?|sufferers?|be gone)`,
    `(?:remed(?:y|ies)|cures?|answer|antidote|solution|end) (?:for|to)${upTo(3)} ${ailments}`,
    `${ailments}[?.,!]? (?:gone|sorted|solved|cleared|treated|be gone|(?:doesn't|don't|needn't|no longer|shouldn't|won't) (?:have to|need to|hold|rule|control|stop|ruin|mean|get))`,
    `(?:works?|works? fast|gets? to work|effective|acts? fast|fast[- ]acting|tough|kind) (?:on|for|against|with)${upTo(2)} ${ailments}`,
    '(?:fast|instant|rapid|quick|lasting|long-lasting|effective|targeted|soothing|all-day|powerful|natural|\\d{1,2}[- ]hours?),?(?: [\\p{L}-]{3,12},?){0,2} relief',
    'miracle (?:cures?|pills?|remed(?:y|ies)|weight)',
    `(?:lose|drop|shed|shift|burn|melt)(?: away)?${upTo(3)} (?:\\d{1,3} ?)?(?:lbs?|pounds|kgs?|kilos|stone|inches|(?:dress|jeans?|trouser|clothes) sizes?|(?:belly |body |stubborn |excess )?fat|weight|the weight|calories)`,
    '(?:lose|drop|shed|shift|burn|melt) (?:up to )?\\d{1,3} ?(?:lbs?|pounds|kgs?|kilos|stone|inches)',
    '(?:burns|melts|blocks|blasts|targets) (?:away )?(?:\\p{L}{3,12} )?(?:fat|calories|carbs)',
    '(?:curbs?|suppress(?:es)?|controls?|kills?) (?:your |the )?(?:appetite|cravings|hunger)',
    `(?:boost|support|strengthen|kick-?start|fir(?:e|es|ing) up|supercharg|recharg|balanc)(?:e?s|ing|e)? (?:your |the |their |our )?${wordsBefore(0, 2)}${functions}`,
    '(?:detox(?:es|ifies|ify)?|cleanses?) (?:your|the) (?:\\p{L}{2,12} )?(?:body|liver|system|blood|skin|gut)',
    '(?:stop|quit|give up|kick) (?:the )?(?:smoking|snoring|drinking|vaping|smoking habit|habit|cigarettes|biting your nails|gambling)',
    '(?:regrows?|regrowing|regains?|restores?|thickens?|grows? back) (?:\\p{L}{2,12} )?(?:your )?(?:\\p{L}{2,12} )?hair',
    'grow(?:s|ing)? your hair',
    '(?:regain|restore)(?:s|d)?(?: [\\p{L}-]{1,12}){0,5} (?:hair|hearing|sight|confidence|eyesight|mobility)',
    '(?:full|fuller|thicker)(?: [\\p{L}-]{1,12}){0,2} head of hair',
    '(?:look|feel|looks?|looking|skin) (?:up to )?(?:\\d{1,2}|ten|five|\\p{L}{3,6}) years younger',
    'tak(?:es?|ing) years off|turns? back the (?:clock|years)|younger[- ]looking|anti[- ]?age?ing',
    'wrinkle[- ]free|line-smoothing',
    '(?:adds?|give you)(?: \\p{L}{2,10}){0,2} years to your life|live (?:a )?longer',
  ),
  phrase(
    'health.treatment',
    generic,
    'cures?(?= for|!)',
    'cures',
    'detox(?:es|ifies)?|fast[- ]acting',
    `(?:treatments?|therapy|solutions?|help|support) for${upTo(2)} ${ailments}`,
    `(?:no|without|minus)(?: the| any)? ${ailments}`,
    'relief (?:from|for) (?!tax|debt|rates?)[\\p{L}-]{3,20}',
    '(?:pain|symptom|itch|ache|acne|allergy|reflux|migraine|plaque|flake|hangover|cavity|spot|blemish)[- ]?(?:free|relief)',
    `${improves} (?:your |the |their |natural )?${wordsBefore(0, 1)}(?!mood(?! (?:and|&)))${functions}`,
    '(?:good|great|kind|kinder|better|gentle) (?:for|to|on) (?:your|sensitive|the) (?:\\p{L}{3,12} )?(?:heart|gut|bones|tummy|skin|teeth|gums|joints|body|brain|liver|health|eyes|waistline|stomach)',
    '(?:keeps?|keeping|helps?) (?:your|you|their|them|the) (?:(?!running|going|system|business)\\p{L}{3,12} ){0,2}(?:healthy|well|regular|fit|slim|strong|sharp|calm|young|focused)',
    '(?:healthy|healthier|stronger|happy|strong|sharper|better|faster|improved|calmer|clearer|boosted) (?:heart|gut|bones|joints|tummy|hair|nails|teeth|gums|skin|hearts|immune system|immunity|memory|digestion|metabolism|circulation|eyesight|hearing)',
    'without (?:surgery|needles?|braces|glasses|contact lenses|drugs|dieting|diets?|exercise|pills|injections|downtime|willpower|a prescription|going under the knife)',
    '(?:oodles of|lots of|many|all the|full of|packed with|amazing|great|its|the) health benefits',
    group(
      '(?:fat|sugar|cholesterol|salt|sodium|trans[- ]fat)(?:,? (?:&|and) (?:fat|sugar|cholesterol|salt|sodium))?[- ]free',
      '(?:low|lower|reduced|no|zero)[- ](?:in )?(?:added )?(?:fat|sugar|salt|sodium|cholesterol|calories?|carbs?|saturated fat)(?! (?:content|diet|version))',
      '(?:high|rich|packed|loaded)[- ](?:in |with |source of )?(?:fib(?:re|er)|protein|vitamins?(?: \\p{L}\\d{0,2})?|calcium|iron|antioxidants|omega[- ]?3)',
      '(?:only |just )\\d{1,4} (?:k?cal|calories)|\\d{1,4} (?:k?cal|calories) (?:per|a|an|each|in every) (?!day|100)\\p{L}{2,12}',
    ),
    '(?:feel|be|look|wake up|get|less) (?:less )?(?:bloated|tired|stressed|anxious|calmer|lighter|healthier|fitter|slimmer|energised|refreshed|rejuvenated)',
    '(?:speeds?|aids?|faster|quicker|helps?) (?:up )?(?:your )?recovery',
    '(?:melt|burn|blast|tone|flatten|shrink|trim) (?:away )?your (?:\\p{L}{3,10} )?(?:muffin top|belly|tummy|waist|waistline|thighs|bum|bingo wings|bump|middle)',
    "(?:good|great|perfect|full|healthier|deeper|restful|better)(?: night's)? sleep",
    'sleep (?:better|through|soundly|deeper)|fall asleep (?:faster|in)',
    '(?:rapid|fast|guaranteed|effective|permanent|lasting|quick|easy|effortless|healthy|boosts?|supports?|promotes?|aids?|accelerates?|achieve|proven|natural) (?:weight|fat|inch)[- ]loss|(?:weight|fat|inch)[- ]loss (?:results|guaranteed|that (?:works|lasts))|flat(?:ter)? (?:tummy|stomach)|slim down|fat[- ]burning|appetite suppressant',
    'anti[- ]?(?:bacterial|viral|inflammatory|dandruff|fungal|wrinkle|cellulite|stress|snoring)',
    '(?<!-)(?:heals?|soothes?|soothing(?= (?:\\p{L}{3,12} ){0,2}(?:bath|cream|gel|balm|lotion|masks?|serum|oil|care|treatment|massage|formula|ingredients))|relieves?|nourishes|rejuvenates?|revitali[sz]es?|rebalances?)(?: [\\p{L}-]{2,12}){1,3}',
  ),
  phrase(
    'health.proven',
    usual,
    '(?:clinically|scientifically|medically|dermatologically|laboratory|lab|hospital|clinician|ophthalmologically|genetically|independently)[- ]?(?:proven|tested|demonstrated|approved|shown|certified|validated|backed|formulated|developed|trialled|trialed)',
    'clinical(?:ly)? proof',
    '(?:under|with) (?:dermatological|medical|clinical|paediatric) (?:control|supervision|guidance)',
    'backed by (?:[\\p{L}\\p{N}]{1,12} ){0,4}(?:science|research|evidence|trials|studies|doctors|clinical)',
    'science[- ]backed|evidence[- ]backed',
    `${professionals}[- ]?(?:recommended|approved|endorsed|developed|formulated|trusted|tested|designed|created|led)`,
    `(?:recommended|trusted|approved|endorsed|prescribed|backed|co-created|preferred)${upTo(2)} by${upTo(3)} ${professionals}`,
    '(?:recommended|approved|endorsed|certified|cleared|licensed) by (?:the )?(?:nhs|fda|mhra|british \\p{L}{3,15}|\\p{L}{3,15} (?:association|foundation|society))',
    '(?:nhs|fda|mhra)[- ](?:approved|cleared|recommended|endorsed|registered|trusted)',
    'no known side[- ]?effects',
  ),
  phrase(
    'health.proven',
    likely,
    `${study} (?:trials?|stud(?:y|ies)|tests?|research|evidence|results|data)${upTo(6)} ${proves}`,
    `(?:research|stud(?:y|ies)|trials?|tests?)(?: carried out| conducted| done)? (?:in|by|at|on|from|with)${upTo(5)} (?:hospitals?|universit(?:y|ies)|patients|volunteers|clinics?|scientists|doctors|people|adults|women)${upTo(3)} ${proves}`,
    `(?:created|developed|designed|formulated|made|invented|used|chosen|loved|tested)${upTo(2)} (?:by|with|alongside) (?:\\p{L}{3,12} ){0,2}${professionals}`,
    `proven (?:to (?:lower|reduce|help|cut|relieve|treat|prevent|improve|ease|fight|kill|boost|support|protect|heal|stop|regrow|smooth|calm|clear|soothe)|relief|results|protection|remedy|treatment|formula|science|efficacy|effective|in (?:clinical |medical |independent )?(?:trials|tests|studies))`,
    'in (?:clinical|medical|scientific) (?:trials?|stud(?:y|ies)|tests?)',
    '(?:tested|trialled|proven) (?:on|in|by) (?:over |more than )?(?:[\\d,]{1,7}|hundreds of|thousands of|real|independent) (?:\\p{L}{3,12} )?(?:patients|volunteers|people|women|men|adults|hospitals|clinics)',
    '(?:used|trusted|available|stocked) (?:in|by)(?: \\p{L}{3,10})? (?:hospitals|clinics|surgeries)',
    'science (?:has |that )?(?:proved|proven|works)',
    `(?:${proves}|according to)${upTo(3)} (?:${study}|consumer) (?:stud(?:y|ies)|trials?|research)`,
    `(?:\\d{1,4}\\+?|dozens of|hundreds of|multiple|numerous|several|many) (?:${study} ){1,2}studies`,
  ),
  phrase(
    'health.proven',
    generic,
    '(?:no|without|free from|zero)(?: nasty| any| unpleasant)? side[- ]?effects',
    'proven to \\p{L}{3,20}',
    group(
      'tried,? (?:and )?tested|evidence[- ]based|medical[- ]grade|hypoallergenic|non-comedogenic',
      'drug[- ]free|safe and effective(?! (?:use|operation|manner|generics))|(?:clinical|medical|pharmaceutical)[- ](?:strength|grade)',
    ),
    `(?:\\p{L}{3,12} )?${professionals}(?: and ${professionals})?(?: (?:always|all|also|would|most|actually|themselves)){0,2} (?:trust|choose|prefer|love|swear by|recommend)(?:s|ing)?`,
    `(?:what|brand|one|choice|treatment|remedy|product|formula|toothpaste)(?: that)?(?: \\p{L}{2,10}){0,3} (?:of ${professionals}|${professionals} (?:use|choose|trust|recommend|prescribe|take))`,
    `${professionals}'?s?'? (?:choice|favourite|secret|advice|number one|no\\.? ?1|seal of approval)`,
    'safe (?:for|during|in|to use (?:during|in|on|for)) (?:most )?(?:babies|newborns?|children|kids|pregnancy|pets|sensitive skin|the whole family|mums?|everyone|all ages|diabetics)',
    'suitable for (?:sensitive|eczema|all skin)',
  ),
];
