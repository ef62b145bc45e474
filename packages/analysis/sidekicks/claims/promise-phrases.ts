import { group, doubtful, generic, likely, phrase, upTo, usual, word, wordsBefore } from './phrase.ts';
import { nuisances, numbers, percent, timeUnits } from './phrase-words.ts';

/** Promises of a seller for the case that the product fails, such as “we'll refund”. */
const amends = group(
  "(?:we'll|we will|we) (?:always |even |also |gladly |happily )?(?:refund|replace|repair|fix|pay|swap|reimburse|redo|credit|compensate|exchange|foot|cover|make it (?:right|up)|put it right|give (?:you|it)|send (?:you|another|a new)|buy (?:it|them) back|take it back|come back|do it again|clean it again|donate|plant|owe)",
  "it's (?:on us|free|yours)|the (?:next|first) (?:one|\\p{L}{3,10}) is (?:on us|free)",
  "you (?:don't|won't|never) pay|(?:you )?(?:pay|owe) nothing",
  "(?:you'll )?get (?:it |a |your |the )?(?:free|full refund|money|refund|difference|your money)",
  '(?:have |claim )?(?:your|all your|double your) money(?: back)?|send it back|bring it back|return it',
);
const dissatisfied =
  "(?:not|aren't|isn't|don't|never|less than)(?: (?:you|they|it))?(?: \\p{L}{2,12}){0,3} (?:happy|satisfied|delighted|convinced|impressed|thrilled|love|like|perfect|right|work|fit|fixed|sure|pleased|amazed|better)";
/** Verbs for damage and failure, with their endings. */
const fails =
  '(?:fail|rot|warp|splinter|rust|fad|crack|break|wear(?:s)? out|leak|tarnish|peel|chip|flak|shrink|smudg|scratch|stretch|tear|rip|sag|clog|jam|freez|crash|slip|dr(?:y|ies) out|run(?:s)? (?:out|dry)|run out|let(?:s)? (?:you|your \\p{L}{3,12}|anyone) down|go(?:es)? (?:out|flat|off|wrong|blunt|soggy)|burn(?:s)? out|blunt|dull|melt|slow(?:s)? (?:you )?down|quit|quits|stop working|drop(?:s)? (?:out|a call)|need(?:s)? (?:\\p{L}{3,12}ing|batteries)|feel hungry|creas|crumpl|fray|shatter|corrod|overheat|disappoint|turn yellow|yellow|squeak|wobbl|snag|pill|spill|lag)(?:e?s|e)?';
const removes =
  '(?:kill|remov|eliminat|destroy|clear|dissolv|lift|shift|banish|tackl|clean|prevent|stop|unblock|eras|wip|get(?:s|ting)? rid of|fix|repair|seal|block|block(?:s|ing)? out|cut(?:s|ting)? through|power(?:s|ing)? through|blast|zap|beat|conquer|defeat|repel|trap|absorb|eradicat|neutralis|neutraliz|combat|protect(?:s|ing)? (?:you |your \\p{L}{2,12} )?(?:against|from)|end|obliterat|evict|melt(?:s|ing)? away|locks? out)(?:e?s|ing|e)?';
const suits =
  '(?:stick|bond|cut|fit|work|cover|blend|clean|go|suit|match|handl|grip|charg|open|play|connect|solv|cook|deliver|ship|glu|run|look)(?:e?s|e)?(?: (?:on|to|with|in|for|through|up to))?';

export const guaranteePhrases = [
  phrase(
    'guarantee.promise',
    usual,
    'money[- ]?back(?: guarantees?)?|cash[- ]?back guarantees?',
    '(?:\\d{1,3} ?%|full|complete|total|customer) satisfaction,? (?:guarantee[ds]?|or)|satisfaction guarantee[ds]?',
    `(?:lifetime|life[- ]?long|\\d{1,3}[- ]?${timeUnits}|\\p{L}{3,8}[- ](?:year|month|day)|no[- ]quibble|unconditional|extended|full|limited|100 ?%|iron-?clad)(?: \\p{L}{3,12}){0,2} (?:guarantees?|warrant(?:y|ies))`,
    `\\d{1,3}[- ]?${timeUnits} of (?:[\\p{L}-]{2,15} ){0,3}(?:guarantee|warranty)`,
    `\\d{1,3}[- ]?${timeUnits}(?:,? [\\p{L}-]{2,15}){3,8} (?:guarantees?|warrant(?:y|ies))`,
    '(?:results?|success) guaranteed|guaranteed results?',
    group(
      'no[- ]quibble|no questions asked|no ifs,? no buts',
      'no (?:win|fix|sale|cure|find|result),? no (?:fee|charge|pay|commission)',
    ),
    `(?:full|complete|100 ?%|no-quibble|instant|hassle-free|double the|easy)(?: money-?back)? refunds?(?! (?:policy|of the))`,
    "(?:we|i) (?:give|gave) (?:you )?(?:our|my) word|(?:you have|that's) our word",
    "(?:that's|that is|it's|is) (?:a|our|my) (?:promise|guarantee|pledge)|our promise",
    "(?:we|you'll) (?:promise|pledge|vow|swear)(?!d)",
    `or (?:else )?${amends}`,
  ),
  phrase(
    'guarantee.promise',
    likely,
    `(?:if|when|should) ${wordsBefore(1, 8)}${amends}`,
    `${dissatisfied}[?,.]? (?:then |just |simply |you can )?${amends}`,
    "(?:love it|like it|see results|be (?:happy|delighted|amazed)|satisfied|happy|delighted|on time|pass(?: first time)?|smoother|fixed first time)(?: \\p{L}{2,10}){0,4},? or (?:you |we |we'll |it's |your |get |return |send |bring )",
    '(?:prices?|rates?|bills?|tariffs?) (?:fixed|frozen|locked|held|guaranteed)',
    '(?:fix|lock|freez)(?:e|es|ed|s|ing)? (?:in )?your (?:price|rate|bill|tariff|mortgage|energy)',
    'no (?:(?:mid[- ]contract|annual|nasty|sneaky|surprise|in-contract|unexpected) )?(?:price (?:rises?|hikes?|increases?)|bill shocks?|nasty surprises|surprises)',
    '(?:love|freshness|quality|comfort|service|customer|delivery|happiness|our|fit|sleep|taste|colour|the \\p{L}{3,15}) promise(?! to| that)',
    '(?:guaranteed|assured|promised) (?:for life|[\\p{L}-]{3,12} delivery|delivery|fresh|fit|savings?|returns?|lowest|by|next|same|for|to|acceptance|approval|entry|income|winner|not to)',
    `(?:${timeUnits}|night|day)s?(?: [\\p{L}-]{2,12}){0,2} (?:home )?trial`,
    'try (?:it|them|us) (?:risk[- ]free|at home|for \\d{1,3})',
  ),
  phrase(
    'guarantee.promise',
    doubtful,
    'guaranteed(?! (?:payments?|periods?|minimum|maximum|loans?|amounts?|numbers?|quantit(?:y|ies)|volumes?))',
    '(?:risk[- ]?free|no[- ]?risk|zero[- ]?risk|worry[- ]free)(?! (?:rates?|interest|assets?|returns?))',
  ),
  phrase(
    'guarantee.promise',
    generic,
    'guarantees?(?! (?:fund|scheme|facility|company))',
    'guaranteeing',
    'fixed (?:prices?|rates?|fees?|costs?)',
    `(?:refunds?|replacements?|exchanges?|returns?|your money) (?:within|for|in|up to) (?:up to |the first )?${numbers} ?${timeUnits}`,
    '(?:return|send|bring) (?:it|them) back',
    '(?:free )?replacements? (?:for life|if)',
    '(?:covered|insured|protected|backed|yours|repairs) for (?:life|\\d{1,2} years)',
    "we (?:stand by|stand behind)|you're (?:covered|protected|in safe hands)|rest assured|(?:buy|shop|book|order|choose|invest|travel) with confidence",
    'peace of mind|(?:built|made) to last(?: a lifetime)?',
    "(?:you|you're) (?:can|always) (?:count|rely|depend) on",
    "(?:we'll|we will|we) never (?:let|raise|charge|sell|share|leave|ask|put|keep|make)(?: [\\p{L}'-]{2,12})?",
    'cancel (?:any ?time|whenever)(?= .{0,20}(?:refund|money))',
  ),
];

export const absolutePhrases = [
  phrase(
    'absolute.performance',
    usual,
    `100 ?${percent} (?:effective|safe|secure|natural|satisfaction|success|accurate|reliable|pure|waterproof|protection|effectively|safely|[\\p{L}]{3,12}[- ]?proof|leak-?free|pain-?free|odou?r-?free|uptime|coverage|fresh|real|cruelty-free|chemical-free|streak-free)`,
    `(?:kills?|removes?|eliminates?|destroys?|blocks?|keeps? out|protects? against|stops?|filters?(?: out)?|captures?|traps?|cuts?|prevents?) (?:up to |over |more than )?\\d{2,3}(?:[.,]\\d{1,4})? ?${percent} of (?:all |known |household |common )?\\p{L}{2,20}`,
    'no hidden (?:charges?|fees?|costs?|extras)',
  ),
  phrase(
    'absolute.performance',
    likely,
    `(?:never|cannot|can't|won't ever|will never|won't|will not|doesn't|don't)(?: ever)? ${fails}`,
    'works? (?:every time|for everyone|like magic|wonders|instantly|first time|straight away|100 ?% of the time)',
    `${removes}${upTo(1)} (?:all|every|any|even)(?: [\\p{L}-]{2,12}){0,3} ${nuisances}`,
    `${removes}${upTo(2)} (?:the|your) (?:most )?(?:toughest|worst|hardest|stubborn(?:est)?|trickiest|heaviest|dirtiest|filthiest|nastiest|greasiest|ground-in)`,
    `even (?:the|your) (?:most )?(?:toughest|worst|hardest|stubborn|trickiest|heaviest|deepest|dirtiest|filthiest|nastiest|greasiest|driest|sensitive|difficult)`,
    `(?!(?:opens?|looks?|goes|go|runs?) (?:to|for|through|on|in) )(?:${suits}) (?:anything|everything|anywhere|everywhere)`,
    `(?:${removes}|gone|sorted|solved|vanish(?:es|ed)?|disappears?)${upTo(3)} (?:for good|forever|once and for all|in seconds|instantly|overnight|in one wash|first time|every time|for life|in one go|on contact|(?:completely|totally)(?! (?!from|and|in|with)\\p{L})|at (?:the )?(?:source|root)|(?:right )?(?:down )?to the root|permanently)`,
    'unlimited (?:data|calls|texts|minutes|broadband|downloads|streaming|miles|\\p{L}{3,15})',
    '(?:instant|overnight|immediate|same-day|permanent|perfect|visible|flawless|professional|salon|amazing|incredible) results?',
    group(
      'unbreakable|indestructible|foolproof|fool-proof|infallible|unsinkable|unstoppable|uncrackable',
      'unhackable|scratch-?proof|shatter-?proof|leak-?proof|hack-?proof|stain-?proof|spill-?proof',
      'rust-?proof|smudge-?proof|weather-?proof|tamper-?proof|idiot-?proof|puncture-?proof|sweat-?proof',
      'fade-?proof|child-?proof',
    ),
    'impossible to (?:break|beat|lose|fail|resist|scratch|tear|put down|ignore)',
  ),
  phrase(
    'absolute.performance',
    generic,
    'always works?|no (?:(?:added|artificial) \\p{L}{3,12}|preservatives|additives|parabens|sweeteners)',
    `(?!opens? (?:to|for))(?:${suits}) (?:any|all|every) \\p{L}{3,15}`,
    '(?:completely|totally|absolutely|entirely|utterly|permanently|perfectly|fully|instantly|effortlessly|immediately|automatically) (?:safe|secure|effective|natural|harmless|painless|waterproof|reliable|clean|pure|eliminat|remov|destroy|prevent|protect|restor|solv|stop|kill|eradicat|clear|fix|unblock|whiten|brighten|transform|smooth|soften|heal|repair|hydrat|even|freshen|clean|invisible|odourless|silent|tasteless|hygienic|hidden)(?:e?s|e|ing)?',
    `${removes} (?:all|every|any) (?!(?:items?|files?|data|filters?|cookies|messages?|selections?)(?!\\p{L}))\\p{L}{2,20}|${removes} (?:everything|anything)(?: \\p{L}{2,20})?`,
    `100 ?${percent}(?= \\p{L})(?! (?:cotton|wool|silk|linen|polyester|leather|of|off|scale))`,
    '100 per ?cent',
    'unlimited|limitless',
    `never (?:${word} ){1,5}again|never again`,
    "never (?:miss|worry|run out|pay|need)s? (?:[\\p{L}'-]{1,15} ){0,2}[\\p{L}'-]{2,15}",
    `${removes}${upTo(2)} ${nuisances}|${nuisances}[?.!] (?:gone|sorted|solved|done)`,
    `no more (?:\\p{L}{3,12} )?${nuisances}|(?:no|zero) (?:\\p{L}{3,12} )?${nuisances}`,
    `(?:goodbye|bye[- ]bye|farewell) (?:to )?(?:\\p{L}{3,12} )?${nuisances}`,
    `(?:${nuisances})[- ](?:gone|free)`,
    '(?:streak|odou?r|hassle|stress|mess|fuss|maintenance|flake|crease|smudge|chip|pain|lag|glitch|fault|germ|dust|noise|ad|tangle|blemish|effort|error|trouble)[- ]free',
    'every (?:single )?time(?! (?:you|we|i|they|he|she|it|the)(?!\\p{L}))|first time,? every time',
    '(?:all|whole) day(?:,? (?:every day|long|protection|comfort|hold|freshness|energy))',
    '24/7(?: \\p{L}{4,12})?',
    '24[- ]hours? (?:protection|freshness|hydration|moisture|odour|hold|\\p{L}{4,12}ion)',
    '(?:lasts?|stays?|looks?|keeps?)(?: [\\p{L}-]{2,12}){0,3} (?:forever|for life|a lifetime|all day|for years|for hours|for ever|for good)',
    '(?:complete|total|full|maximum|ultimate|perfect|absolute|guaranteed|round-the-clock|unbeatable) (?:protection|coverage|security|peace of mind|control|satisfaction|comfort|relief|privacy|freedom|hydration|clean|accuracy|confidence|safety|hygiene)',
    "(?:can't|cannot|won't|will not|never) be (?:beaten|bettered|broken|matched|equall?ed|outdone|rivall?ed|copied|hacked|stolen|disappointed|bored|stranded|caught out)",
    'always (?:(?:arriv|deliver|work|start|fit|tast|stay|answer|ship|arriv)(?:e?s|e)|fresh|on time|in stock|reliable|perfect|clean|safe|connected|delivers?|there for you|right|delicious|ready|warm|dry|available|open)',
    '(?:anyone|everyone|anybody) can (?:\\p{L}{3,12})',
    'for every(?:one|body)? (?:skin|hair|budget|body|occasion|age|taste|size)',
    '(?:anywhere|any time|anytime),? (?:any ?time|anywhere)',
    'zero (?:lag|downtime|effort|compromise|mess|sugar|calories|guilt|maintenance|risk|interference|distractions)',
    'no (?:compromise|exceptions|limits|catch|nasties|gimmicks|downtime|interruptions|contest|problem too \\p{L}{3,6})',
    'without compromise',
    '(?:perfect|flawless|spotless|immaculate|sparkling|foolproof|effortless|bulletproof|invisible)(?: \\p{L}{3,15})? (?:every|finish|skin|results|coverage|first|hair|smile|clean|teeth|complexion)',
    '(?:does|do) (?:it all|everything|the lot)(?! (?:in|we|i|you|they|possible|necessary)(?!\\p{L}))',
    '(?:nothing|no one|nobody) (?:gets|slips|escapes|sticks|is left|left)(?: [\\p{L}-]{2,12})?',
  ),
];
