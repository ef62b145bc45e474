import { generic, likely, phrase, probable, upTo, usual, wordsBefore } from './phrase.ts';
import {
  amount,
  comparatives,
  everywhere,
  moreOrLess,
  numbers,
  people,
  percent,
  places,
  qualities,
  rivals,
  share,
  superlative,
  times,
  timeUnits,
} from './phrase-words.ts';

const first = '(?:no\\.? ?1|number[- ](?:one|1)|#1)';
const praise = `(?:${first}|(?:best|fastest|top)[- ](?:selling|growing|loved|value|rated|ranked)|(?:highest|most|best)[- ](?:rated|loved|trusted|popular|recommended|effective|affordable|advanced|reviewed|awarded|downloaded|chosen)|best|finest|favou?rite|cheapest|purest|safest|first choice)`;
const extremes = '(?:leading|top|premier|original|(?<=s )(?:only|first)|most \\p{L}{3,20})';
const many = `(?:(?:over |more than |almost |nearly |around |half )?(?:(?:an? |half a |${numbers} )?(?:million|billion|thousand|hundred)s?|\\d[\\d.]{0,4} ?(?:m|bn|k|million|billion)|\\d{1,3}(?:,\\d{3}){1,2})\\+?(?: of)?)`;
const approves =
  "(?:agreed?|recommend(?:ed)?|would(?: [\\p{L}]{2,12})? (?:recommend|buy|choose|switch)|prefer(?:red)?|saw|noticed|love[ds]?|choose|chose|trust(?:ed)?|said|felt|feel|rated?|voted?|couldn't|enjoyed)";
const figures =
  '(?:studies|research|tests|testing|trials|surveys?|a survey|a study|science|evidence|lab tests|data|independent (?:tests|research|analysis))';
const improves = '(?:reduces?|cuts?|lowers?|improves?|increases?|boosts?|raises?|saves?)';

export const statisticPhrases = [
  phrase(
    'statistic.figure',
    usual,
    `${numbers} out of (?:every )?${numbers}(?= ${people})`,
    `${numbers} (?:out of|in) (?:every )?${numbers} (?:\\p{L}{2,12} )?${people}(?= ${approves})`,
    `${share} of (?:all |our |the |uk |british )?(?:\\p{L}{2,12} )?${people}(?=,? (?:who \\p{L}{3,10} \\p{L}{2,8} )?${approves})`,
    `(?:one|a \\p{L}{3,12}|${numbers}|another)(?: (?:is|are|gets?))? (?:sold|bought|eaten|drunk|opened|ordered|downloaded|booked|made|enjoyed) every (?:${numbers} )?(?:seconds?|minutes?|hours?|day|week)`,
    `(?:trusted|loved|used|chosen|enjoyed|recommended|approved|preferred|rated|adored|worn|driven|bought|picked|relied on)(?: and \\p{L}{4,10})? by (?:${many}|${share}|${numbers} (?:out of|in))`,
  ),
  phrase(
    'statistic.figure',
    likely,
    `(?:join|joined by|with|serving|helping|helped|protecting|covering|insuring|feeding|powering|chosen by|used by)(?: (?:the|our|over))? ${many} (?:[\\p{L}-]{3,15} ){0,2}${people}`,
    `${many} (?:[\\p{L}-]{3,15} ){0,3}(?:sold|served|downloads|downloaded|happy|satisfied|delivered|installed|reviews)`,
    `${many} (?:(?:happy|satisfied|loyal|delighted|five-star|5-star) )(?:customers|members|users|families|owners|clients|reviews|drivers)`,
    `rated (?:at )?\\d\\.\\d|(?:rated|scor(?:e|es|ed|ing)|a)? ?(?:\\d(?:\\.\\d{1,2})?|four|five) ?(?:/|out of) ?(?:5|five)(?: stars?)?(?: (?:on|from|by|based|for))|(?:rated )?\\d\\.\\d[- ]?(?:stars?|★)|(?:rated )?["']?(?:excellent|5 stars|five stars)["']? on (?:trustpilot|google|reviews)|\\d[\\d,]{2,8}\\+? (?:5-star |five-star )?reviews`,
    `(?:typical|average)(?:ly)? (?:customers?|users?|households?|famil(?:y|ies)|drivers?|savers?|members?|homes?|homeowners?|switchers?|couples?|sellers?|borrowers?|savings?)(?! (?:size|income|age))`,
    `cover(?:s|ing)? (?:over |more than )?${share} of (?:the )?(?:\\p{L}{2,12} )?(?:population|country|uk|homes|britain|postcodes)|${share} (?:uk |population |network )?coverage`,
    `blind (?:taste[- ])?(?:tests?|trials?)|(?<!(?:in|on) )(?:taste|consumer|independent|laboratory|lab|road|user|home) (?:tests?|trials?)(?: (?:show|prove|confirm|found|reveal)(?:s|ed)?)?`,
  ),
  phrase(
    'statistic.figure',
    generic,
    `${numbers} out of (?:every )?${numbers}`,
    `${share} of (?:all |our |the |uk |british )?(?:\\p{L}{2,12} )?${people}`,
    `${numbers} in (?:every )?(?:three|four|five|six|ten|twenty|3|4|5|6|10|20|100|1,?000)(?= (?:of )?(?:\\p{L}{2,12} )?${people}|[*!.]|$)`,
    `${numbers} in (?:every )?(?:five|ten|twenty|5|10|20|100|1,?000)`,
    `${improves}(?: [\\p{L}'-]{1,20}){1,4} by (?:up to |over |more than |at least )?(?:${share}|half|a third|two thirds|a quarter)`,
    `${figures} (?:shows?|shown|proves?|confirms?|has shown|have shown|has proven|have proven|suggests?|reveals?|finds?|found)`,
    `up to ${amount} ?(?:x |times |more |extra )?(?:${percent}|miles|km|kilomet(?:er|re)s|${timeUnits}|mbps|gbps|mb|gb|tb|mpg|washes|shaves|pages|loads|litres|degrees|shades|doses|servings|people|calls|cups|steps|charges|uses|metres|channels|layers|[\\p{L}-]{3,12})`,
    `${many} (?:[\\p{L}-]{3,15} ){0,2}${people}|(?:over|more than) ${amount} (?:[\\p{L}-]{3,15} ){0,2}(?:sold|served|stores|branches|locations|products|awards|experts|installers|fans|members|customers|reviews|recipes|varieties)`,
    `(?:visible |real |visibly \\p{L}{3,12} \\p{L}{3,8} )?(?:results|whiter|smoother|softer|clearer|stronger|approved|dry|dries|ready|delivered|charged?|charges|done|decision|an (?:offer|answer|decision))(?: [\\p{L}-]{2,10}){0,3} in (?:just |as little as |only |under |less than )?${numbers} ?(?:${timeUnits}|uses?|washes)`,
    `in (?:just|as little as|only|under|less than) ${numbers} ?(?:${timeUnits}|uses?|washes|steps|clicks|taps)|(?:0|zero)[- ](?:to[- ])?(?:60|62|100)(?: ?(?:mph|km/h))? in`,
    `(?:from \\d{1,2} ?% )?to \\d{1,3} ?% in ${amount}|${numbers}[- ](?:hour|day|week|month|minute)s?[- ](?:hydration|moisture|protection|freshness|battery|hold|wear|colour|results?|charge|relief|comfort|sleep|delivery|defence|dry|clean|energy|plan)|every ${numbers} (?:seconds|minutes)|(?:over|more than|nearly|almost) ${many} [\\p{L}-]{3,15}|${many} (?:[\\p{L}-]{3,15} ){1,2}(?:a|every|each|per) (?:day|week|month|year)`,
    `(?:for|with)? ?(?:over|more than) ${numbers} years(?:'? (?:of )?(?:experience|expertise))?|\\d{1,3} years (?:of )?(?:experience|expertise|in the making)`,
    `${amount} ?(?:hours?|hrs?|days?|weeks?|miles|mbps|gbps|mpg|months?)(?:'|'s)? (?:of )?(?:battery|hydration|protection|range|freshness|odour|play(?:back|time)?|moisture|wear|talk|colour|hold|speed|comfort|continuous|sleep|moisturi[sz]ation)`,
    `(?:average|typical)(?:ly)? (?:savings?|customers?)|${amount} (?:miles|hours|minutes|days|washes|shaves|pages|cups) (?:on|from|per|between|of|in) (?:a|one|each|every)|(?:${share}|${numbers} ?(?:out of|in|/) ?${numbers}) (?:would|said|say|agree|agreed|recommend|would|noticed|saw|felt|prefer(?:red)?|success|approval|pass rate|satisfaction|success rate|recommended)`,
    `${share} (?:[\\p{L}-]{3,12} ){0,2}(?:pass rate|success rate|satisfaction|uptime|approval|accuracy|retention|natural origin|natural)`,
  ),
];

export const comparisonPhrases = [
  phrase(
    'comparison.superiority',
    likely,
    `(?:beats?|beat|outperforms?|outlasts?) (?:[\\p{L}'&-]{2,20} ){1,3}(?:in|on) (?:[\\p{L}-]{2,20} ){0,2}(?:tests?|trials?)`,
    `${moreOrLess} than ${rivals}`,
    `(?:${moreOrLess}|more|less|fewer)${upTo(4)} than ${rivals}(?: \\p{L}{2,20})?`,
    `${times} (?:as|more|the|${comparatives})${upTo(3)} (?:as|than|of) (?:(?:any|other|the (?:leading|next|competition|average|market)|our|others)(?: \\p{L}{2,20})?|(?:ordinary|normal|regular|standard|leading) (?!in|for|at)\\p{L}{2,20})`,
    'beats (?:the competition|the rest|all|every|any)',
    '(?:compared (?:to|with)|versus|vs\\.?|v) (?:the (?:leading|competition|next|average)|our (?:competitors|rivals)|(?:other|ordinary|regular|standard|leading) \\p{L}{3,15})',
    `(?:no|no other) ${wordsBefore(1, 3)}(?:${comparatives}|comes? close|compares?|competes?|can (?:match|touch|beat|compete|do)|measures? up|matche?s|delivers?|gives you|is (?:this|so|as|quite)|tastes? (?:this|so|as)|has (?:this|so|as|more))(?! (?:off|or|in))`,
    "lea(?:ve|ves|ving)(?: [\\p{L}&'-]{1,15}){1,4} (?:standing|behind|trailing|in (?:the|its) (?:dust|wake)|for dead)",
    "makes?(?: [\\p{L}&'-]{1,15}){1,3} (?:look|seem|feel) (?:slow|old|expensive|cheap|dull|ordinary|small|dirty|weak|tame|boring|bland|silly|average|grey|like)|(?:why|don't|never) settle for|beats? (?:your|[\\p{L}]{2,15}'s)",
    "(?:puts?|putting)(?: [\\p{L}&'-]{1,15}){1,4} (?:to shame|in the shade)|(?:runs?|running) rings (?:a?round)|knocks? (?:the )?spots off|wip(?:es?|ing) the floor with|blows?(?: [\\p{L}&'-]{1,15}){1,4} (?:out of the water|away)|head and shoulders above|streets ahead of|eat your heart out",
    '(?:outperform|outlast|outclean|outshin|outrun|outclass|outsell|outscor|outsmart|outshav|outgrip|outdeliver)(?:e?s|e)? (?:every|any|all|the|other|its|our|everything|more|leading)',
    '(?:unlike|ahead of|preferred (?:to|over)|switch(?:ed)? from|instead of) (?:other|ordinary|some|the (?:leading|rest|competition|big)|most|regular|traditional|our|leading|any|its) ?(?:\\p{L}{3,15})?',
  ),
  phrase(
    'comparison.superiority',
    generic,
    `${times} (?:as|more|the|${comparatives})(?: \\p{L}{2,20})?`,
    `(?:half|double|triple) the (?!time|size of|battle|story|price|men|population|people)\\p{L}{3,20}`,
    `(?:${share}|${amount}|a third|a quarter) (?:more|less|fewer|${comparatives})(?: \\p{L}{2,20})?`,
    '(?:outperforms?|outlasts?|outshines?|outclasses?|outruns?|outsells?|outcleans?|outscores?)(?: \\p{L}{2,20})?',
    'compared (?:to|with) (?:other|competing|\\p{L}{3,20})',
    `${moreOrLess} than(?! (?:any of|expected|forecast|thought|feared|usual|me|him|her|them|that|this|you|i|he|she|we|they|it|a (?:year|month|week|decade)|last|half|(?:previously )?believed|\\d|one|two|three)(?!\\p{L}))`,
    `(?:a |an )?(?:${comparatives}|more|less|fewer) ${wordsBefore(1, 4)}than(?! (?:any of|expected|forecast|thought|feared|usual|me|him|her|them|that|this|you|i|he|she|we|they|it|a (?:year|month|week|decade)|last|half|(?:previously )?believed|\\d|one|two|three|ever)(?!\\p{L}))`,
    `(?:now|even|simply|just|noticeably|visibly|significantly|much) ${comparatives}(?! (?:off|than|for the worse))(?: [\\p{L}-]{3,20})?|${comparatives} (?:for longer|results|skin|hair|teeth|taste|value|sound|washing|whites|colours|lashes|sleep|rides?|drive|shave|coffee|clean|cleaning|broadband|speeds|lips|nights|by design)|longer[- ]lasting|(?:new|now) (?:and )?improved`,
    `${comparatives},? (?:and )?${comparatives}(?:,? (?:and )?${comparatives})?`,
    '(?:just )?as (?:good|effective|strong|fast|soft|powerful|clean|tasty|smooth|safe|reliable|comfortable|fresh|bright|creamy|quick|quiet|delicious|accurate) as (?!(?:dead|new|gold|possible|you|me|him|her|it|ever|hell|they|he|she)(?!\\p{L}))\\p{L}{2,20}',
    '(?:no|never)[- ](?:one|body)(?: else)? (?:\\p{L}{2,15} ){1,4}like (?:us|we|ours)|nothing (?:\\p{L}{2,15} ){1,2}like (?:a |an |it|our|this|the)|(?:knock|take) on the (?:big|leading)|(?:more|better) (?:value|choice|flavour|taste|power|coverage|for your money)',
    "(?:nobody|no one|no-one)(?:'s| is) (?:better|cheaper|faster|fairer|bigger|quicker)",
    "(?:nobody|no one|no-one) (?:makes|does|knows|gets|cooks|builds|cleans|bakes|brews|understands|looks after|covers)(?: [\\p{L}'-]{1,15}){0,3} like (?!your|my|you|me|that|this|him|her)[\\p{L}-]{2,15}",
    '(?:beats?|trumps?|tops?|betters?) (?:[\\p{L}&-]{2,15} ){0,2}(?:hands down|every time|on \\p{L}{4,10}|for \\p{L}{4,10})',
  ),
];

export const superlativePhrases = [
  phrase(
    'superlative.ranking',
    probable,
    `${places}[- ](?:own |very own |top )?${praise}`,
    `best[- ]?(?:in[- ]class|loved|rated|ever)|best (?:in|on) (?:test|show|taste|value)|best[- ]?selling(?! (?:author|novel|book|memoir|writer))|top[- ](?:rated|selling|ranked|performing)|(?:highest|most)[- ](?:rated|reviewed|recommended|awarded|trusted|loved|downloaded)|number[- ]one[- ]selling|five[- ]star[- ]rated`,
    `${first} (?:choice|brand|rated|selling|recommended|supplier|retailer|provider|specialists?|network|app|dating|dealer|for (?:\\p{L}{3,20})|treatment|bank|insurer|best-seller|trusted)`,
    `(?:voted|rated|ranked|named|awarded|crowned|judged|officially|proudly) (?:as )?(?:the |a |an |our |uk's |britain's |world's )?(?:\\p{L}{2,12} )?(?:${first}|best|excellent|outstanding|product|top|favourite|finest|fastest|first|five stars?|5 stars?)`,
    `(?:the|our|your)? ?(?:very )?${superlative}${upTo(3)} (?:money can buy|you can (?:buy|get|find)|you'll (?:ever )?(?:\\p{L}{3,8})|you've ever|you will ever|on the market|on the high street)`,
  ),
  phrase(
    'superlative.ranking',
    likely,
    '(?:simply|quite simply|still|probably|officially|quite possibly|accept only|nothing but) the (?:very )?(?:best|finest)',
    '(?:market|industry|world|class|sector|award|category)[- ]?(?:leading|beating|leaders?|winning|winners?|class|defining)(?! (?:actor|actress|author|director|film|journalist|novel|writer|series|play)\\p{L}{0,3})',
    "(?:un(?:rival(?:l)?ed|beatable|surpassed|parall?el+ed|equall?ed)|second to none|peerless|matchless|incomparable|(?:can't|cannot|hard to) be (?:beaten|bettered|matched)|hard to beat|without equal|in a (?:class|league) of (?:its|their|our|your) own|beyond compare|like no other|a cut above|above the rest|ahead of the (?:rest|field|pack|competition)|leads? the (?:way|field|pack)|gold standard|accept no (?:imitations|substitutes?)|as good as it gets|(?:doesn't|does not|don't) (?:get|come|taste) (?:any )?\\p{L}{3,9}er)",
    `(?:nothing|no other \\p{L}{2,20})(?: else)?${upTo(2)} (?:${comparatives}|so \\p{L}{2,12}|as \\p{L}{2,12}|quite like)`,
    '(?:nothing|no one|nobody) (?:\\p{L}{2,12} ){0,2}(?:does it better|beats|comes close|compares|matches|touches|comes near)',
    '(?:best|gold|silver|winner|winning)[- ](?:buy|award|medal)(?:s)?|(?:gold|great taste|best|excellence|industry|top) awards?(?: winners?)?|(?:winners?|finalist) of (?:the |\\p{L}{3,8} )?(?:\\d{4} )?(?:\\p{L}{2,15} ){0,3}(?:awards?|prize)|(?:product|car|bank|retailer|brand|store|supermarket|insurer|phone|brewery|pub|restaurant|hotel|broker|lender|provider|beer|gin|cheese|team) of the year|best[- ]of[- ]the[- ]best|world[- ]class',
    'superior (?:[\\p{L}-]{2,20} )?(?:power|quality|performance|protection|taste|comfort|results|strength|value|coverage|sound|technology|cleaning|care|hold|grip|service)',
    `${wordsBefore(0, 1)}first (?:and only|ever|of its kind)|the one and only|world first`,
  ),
  phrase(
    'superlative.ranking',
    generic,
    `${places}[- ](?:${extremes}|(?:\\p{L}{3,12} )?${superlative})`,
    `(?!(?:it|he|she|that|there|what|who|here|let|where|how|this|one|everyone|life|god)')\\p{L}{2,20}(?:'s|s') (?:own |very own )?(?:${praise}|leading|${superlative})(?! (?:friend|man|interests?|men|bet|picture|actor|actress|director|known|part|thing|way|time|moment|day|years?|hope)s?(?!\\p{L}))`,
    `(?:${first})(?![.,]\\d| of |-)`,
    '(?:the )?fastest[- ]growing|best[- ]?selling',
    'the (?:very )?(?:best|finest|greatest|ultimate|cheapest|fastest|strongest|safest|purest|softest|freshest|tastiest|creamiest|smoothest|widest|lightest|thinnest|brightest|easiest|quickest|smartest|cleanest|quietest|cosiest|comfiest|healthiest|greenest|coolest|sharpest|clearest|closest|friendliest|crispiest|juiciest|fluffiest|silkiest|richest|slimmest)(?! (?:of (?:luck|times)|interests?|part|thing|regards|practices?|man|men|known|case|course|estimate|efforts?|endeavours|time|before|way|possible|available|trick|tricks|of friends|years?|days?|friends?|we can|i can|you can|bet|i)(?!\\p{L}))',
    `(?:the|our|your) (?:\\p{L}{4,12}ly )?${superlative}${upTo(4)} (?:ever|yet|${everywhere}|available|around)`,
    `best(?: [\\p{L}&'-]{2,15}){1,3} ${everywhere}|(?:our|your) (?:best|finest|softest|fastest|lightest|strongest|most \\p{L}{4,15})(?: \\p{L}{3,15})? (?:ever|yet)`,
    `(?:the|our|your) most (?:${qualities})`,
    '(?:the|a|our) leading(?! (?:edge|role|roles|cause|causes|actor|actress|lady|man|article|question|zeros?|zeroes|digits?|horse|to|scorer|suspect|light)(?!\\p{L}))',
    'un(?:beaten|matched|rivaled)|first[- ]class|state[- ]of[- ]the[- ]art|top[- ]quality|top[- ]notch|first choice',
    "the (?:only|first|original) (?!(?:one|ones|thing|reason|way|person|people|man|woman|guy|girl|time|place|question|friend|child|son|suspect|witness|problem|time|step|two|three|of)(?!\\p{L}))[\\p{L}-]{2,20}(?: [\\p{L}-]{2,15})? (?:that|to|with|you|in|for|made|which|proven|designed|you'll|offering|approved|recommended)",
    `only [\\p{L}&-]{3,15} (?:gives?|offers?|has|delivers?|can|lets?|does|uses?|makes?|brings?|combines?|guarantees?)(?! (?:be|been|get|help|see|hope|imagine|say|do)(?!\\p{L}))`,
    "nothing (?:else )?(?:\\p{L}{3,10} )?(?:comes close|like it|compares?)|there's (?:no|nothing) (?:better|finer|quite like|other)(?! (?:time|man|place|choice)(?!\\p{L}))|original and best|(?<!the )first for (?!the|a|me)\\p{L}{3,20}|the home of|the king of|it doesn't get|(?:specialists?|experts?|leaders?|masters|pioneers) in|market leaders?",
  ),
];
