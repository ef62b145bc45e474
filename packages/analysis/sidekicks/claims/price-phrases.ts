import { group, generic, likely, phrase, upTo, usual, wordsBefore } from './phrase.ts';
import { amount, money, numbers, share, timeUnits } from './phrase-words.ts';

const prices =
  '(?:prices?|rates?|deals?|fares?|tariffs?|quotes?|premiums?|offers?|value|costs?|fees?|bargains?|discounts?)';
const lowest = '(?:lowest|cheapest|best)';
const bills = '(?:bills?|costs?|shop|premiums?|rent|mortgage|repayments?|spend(?:ing)?|outgoings|fees|usage)';
const savings = '(?:savings?|discounts?|reductions?|bargains?|price cuts?|price drops?|markdowns?)';
/** Goods and services that sellers offer free of charge. */
const gifts = group(
  'gifts?|trials?|delivery|deliveries|p&p|shipping|postage|returns?|samples?|consultations?|quotes?',
  'quotations?|install(?:ation)?|fitting|downloads?|entry|admission|membership|upgrades?|nights?|days?',
  'weeks?|months?|years?|hours?|wi-?fi|parking|breakfasts?|coffees?|teas?|drinks?|pints?|wine|desserts?',
  'puddings?|pizzas?|burgers?|fries|meals?|starters?|sides?|bottles?|packs?|bags?|boxes|box|cases?',
  'tickets?|eye tests?|hearing tests?|sight tests?|check-?ups?|health checks?|surveys?|estimates?',
  'valuations?|appraisals?|spins?|bets?|credits?|minutes|calls|texts|data|sims?|phones?|handsets?',
  "tablets?|headphones|earbuds|tvs?|glasses|pairs?|lenses|kids'?|places?|holidays?|nights?|insurance",
  'cover|warranty|guarantee|servic(?:e|ing)|mots?|designs?|demos?|guides?|brochures?|catalogues?',
  'e-?books?|courses?|lessons?|classes|class|sessions?|tasters?|refills?|toys?|books?|accounts?|banking',
  'transfers?|access|exchanges?|collection|storage|swatch(?:es)?|set-?up|assessments?|advice|haircuts?',
  'fittings?|patch test|seat selection|cancellation|wash(?:es)?|tyres?|tank|fuel|charging|charger',
  'spare ?parts?|maintenance',
  'subscription|gift ?wrap(?:ping)?|travel|rides?|app|item|one',
);
const recipients = group(
  "kids?|children|child(?: places)?|under[- ]?\\d{1,2}'?s?|over[- ]?\\d{2}'?s?|bab(?:y|ies)|infants",
  'dogs?|pets|students|members|seniors|carers|teachers|grown-ups|adults|friends?|mums|dads',
  'birthday (?:girl|boy)s?',
);
const asks = group(
  'get|claim|enjoy|receive|grab|bag|collect|pick up|choose|order|try|request|download|book|includes?',
  'including|plus|with|win|and|your|a|one|our|\\+|\\d{1,3}',
);
const nothing = '(?:nothing|zero|nowt|nil|no money|not a penny|\\p{Sc}0)';

const pricesLowest = [
  phrase(
    'price.lowest',
    usual,
    `(?:(?<=our )lowest|unbeatable|rock[- ]?bottom|unbeaten|knock-?down|low,? low|always[- ]low|everyday[- ]low) (?:possible )?${prices}`,
    `${lowest} (?:possible )?prices`,
    'lowest[- ]?(?:priced|cost)',
    "(?:never (?:knowingly )?(?:beaten|undersold|be beaten)|(?:can't|cannot|won't|will not|not) be (?:beaten|undersold|undercut))(?: on (?:price|value))?",
    'price[- ](?:match(?:ed|es|ing)?|beat(?:er)?|promise|lock)(?: (?:guarantee|promise))?(?: (?:to|with|against) \\p{L}{2,20})?',
    "you (?:won't|will not|can't|cannot|will never|'ll never|could not|couldn't) (?:find|get|buy|pay|beat)(?: (?:it|a|an|any|anything|them|the same|for))?(?: \\p{L}{2,12})? (?:(?:cheaper|lower|less)(?: \\p{L}{2,20})?|better (?:price|value|deal|offer|rate|quote)s?)",
    "you'll (?:never|not) (?:find|get|buy|pay)(?: (?:it|a|an|any|anything|them|for))?(?: \\p{L}{2,12})? (?:(?:cheaper|lower|less)(?: \\p{L}{2,20})?|better (?:price|value|deal|offer|rate|quote)s?)",
    `(?:we'll|we will|we) (?:always |never be |even |also )?(?:beat|match|undercut|better)${upTo(4)} (?:price|prices|quote|quotes|deal|deals|offer|it|them)`,
    `(?:find|found|see|seen|get|got|spot|spotted|buy)${upTo(4)} (?:cheaper|lower|for less)${upTo(4)},? (?:and |then )?(?:we'll|we will|we|let us|tell us|get|claim|it's)`,
    '(?:find|found|seen?|get|got|spotted) (?:it|one|the same|them)(?: \\p{L}{2,12}){0,2} (?:cheaper|for less)(?: (?:elsewhere|anywhere|online))?',
    `(?:no one|no-one|nobody|no \\p{L}{3,20}|nowhere|no other \\p{L}{3,20})(?: else)? (?:charges?|costs?|is|sells?|offers?|does|do|has|gives?|can|beats?|comes)${upTo(4)} (?:less|cheaper|lower|prices?|deals|rates?|on price|for less|better value)`,
    "(?:prices?|deals?|rates?|value) (?:that )?(?:nobody|no one|no-one|others|they|you|our rivals) (?:can|could|can't|cannot|won't)",
    '(?:always |you )?pay(?:s)? the (?:least|lowest)|why pay more',
    "(?:never|don't) pay (?:more|full price)(?: than| for| again)?",
    '(?:guaranteed|officially)(?: the)? (?:lowest|cheapest)|(?:lowest|cheapest) guaranteed',
  ),
  phrase(
    'price.lowest',
    likely,
    `${lowest} (?:possible )?price`,
    `(?:the |our |your |uk's |britain's )?(?:lowest|cheapest)${upTo(2)} ${prices} (?:in|on|around|anywhere|ever|guaranteed|online)`,
    "(?:the|britain's|uk's|europe's|world's) cheapest (?:way|place|route|supermarket|supplier|broadband|flights?|energy|insurance|insurer|airline|store|tickets|petrol|car)",
    `${lowest} (?:available |online |daily |possible )?(?:rates?|value|deals?|fares?|tariffs?|quotes?)(?=[!,.]| (?:guaranteed?|every|always|when|in|online|on|for|around|available))`,
  ),
  phrase(
    'price.lowest',
    generic,
    `${lowest} (?:available |possible |\\p{L}{3,12} )?(?:rates?|value|deals?|fares?|tariffs?|quotes?|premiums|offers|flights|tickets)`,
    '(?:cheaper|for less|lower prices?) (?:elsewhere|than anywhere|than the rest)',
    `(?:always|guaranteed|still|even|officially) (?:the )?cheape(?:r|st)|cheaper than`,
    "(?:can't|cannot|couldn't|try to|just try and) (?:beat|be beaten|beat our)(?: \\p{L}{2,12})? (?:prices?|value|on price|deals?)",
    '(?:costs?|pay|charges?) (?:you )?(?:(?:way|much|far|a lot|even) )?less(?: than)?',
    'less than (?:you think|half the price)',
  ),
];

const pricesSaving = [
  phrase(
    'price.saving',
    usual,
    `(?:up to |save |save up to |extra |take |get |at least |now |an? (?:extra |further )?|further |another )${share} (?:off|discount|cheaper|saving|extra free|cash ?back)`,
    `sav(?:e|es|ing|ings)(?: of| you)? (?:up to |over |an extra |at least |around |an average of |on average )?(?:${share}|${money})`,
    `(?:was|were|rrp|normally|usually) ${money},? (?:now|only|yours for|reduced to|today)(?: only| just| from)? ${money}`,
    `${money} off(?! (?:the|shore|duty))`,
    `(?:now |only |just )?${money}(?: \\p{L}{2,12})?,? (?:was|rrp|down from|reduced from|instead of) ${money}`,
    '(?:3|three) for (?:the price of )?(?:2|two)',
    '(?:2|two|3|three|4|four) for (?:the price of )?(?:1|one)(?! (?:year|season|day))',
    '(?:4|5|6|four|five|six) for (?:the price of )?(?:3|4|three|four)|(?:2|two)[- ]for[- ](?:1|one)',
    'bogofs?',
    `(?:[2-5]|two|three|four|five|any \\p{L}{3,5}) (?:\\p{L}{3,15} ){0,2}for (?:only |just )?${money}`,
    `(?:buy|spend) (?:${numbers}|${money})(?: or more)?,? (?:and )?(?:save|get) (?!one free)${upTo(2)}(?:${money}|${share}|half)`,
    `(?:cut|slash|slic|reduc|lower|shrink|halv|trim|knock|shav)(?:e|es|s|ing|ting)? (?:\\p{L}{2,6} )?${wordsBefore(0, 2)}(?:off )?your (?:\\p{L}{3,12} ){0,2}${bills}`,
    `(?:cut|slash|slic|halv|knock|shav)(?:e|es|s|ing|ting)? ${upTo(1)}(?:up to )?(?:${money}|${share}|hundreds|pounds|thousands) (?:a year |each year )?off`,
    '(?:everything|all \\p{L}{3,15}|prices?|thousands of \\p{L}{3,12}|hundreds of \\p{L}{3,12}) (?:must go|reduced|slashed|half[- ]price)',
    '(?:prices?|rates?) (?:slashed|down|dropped|tumbling|crash(?:ed|ing))',
    `(?:reduced|slashed|marked down|discounted|cut) (?:by |to |from )(?:up to |at least |over |only |just |as much as )?(?:${share}|${money}|half|a third|a quarter)`,
  ),
  phrase(
    'price.saving',
    likely,
    `${money} saved`,
    `${share} (?:(?:extra|instant|flat|additional|special|further|exclusive) )?(?:off|discounts?|cheaper|extra free|cash ?back|savings?)`,
    'half[- ]?price|(?<!(?:over|than|least|about) )half the (?:usual |normal )?(?:price|cost)|half off',
    '(?:a |one )?(?:third|quarter|half|fifth)(?:-price)? off|1/[234] (?:off|price)',
    '(?:a|one) (?:third|quarter|half) (?:cheaper|less)',
    `(?:${money} |${share} |get |claim |earn |with |instant |extra )cash[- ]?back|cash[- ]?back (?:on|offers?|deals?|available|rewards?|bonus)`,
    `(?:big|huge|massive|great|amazing|super|incredible|superb|unmissable|fantastic|enormous|extra|exclusive|bigger|final|further|biggest|best|real|instant|mega|epic|crazy|unbeatable) ${savings}`,
    `savings? (?:of|from|on|up to)(?: up to| over)? (?:${money}|${share}|everything|all|selected|top|your|hundreds)`,
    `save (?:big|more|a fortune|hundreds|thousands|pounds|money|a packet|a bundle|time and money|£££|on (?:your|all|everything|every)|even more|a third|a quarter|half|when you|with every|instantly|as you)`,
    // "Only" alone reduces nothing. "Now only" refers to a former price.
    `now (?:only|just|as little as|under|less than) ${money}`,
    `worth (?:up to |over |more than )?${money}(?=.{0,20}(?:free|when|with))`,
    '(?:get|have|gives you|lots|far|much) more for (?:your money|less)',
    'for less than the (?:price|cost) of|(?:at |for )?a fraction of the (?:price|cost)',
    `${share} (?:extra|more)(?: \\p{L}{3,12})? (?:free|for the same price|for your money)`,
  ),
  phrase(
    'price.saving',
    generic,
    `(?:${money}|${share}|student|loyalty|multi-?buy|member|nhs|introductory|early[- ]bird) (?:discount|saving|reduction|voucher)s?`,
    '(?:price|prices) (?:drop|drops|cut|cuts|slashed|reduced|lowered|frozen)',
    '(?:slash|drop|cut)(?:ped|ting|ing)? (?:our )?prices|rollback|price freeze',
    `(?:pay|spend|spending|paying) (?:up to )?(?:half|less|${share} less)|(?:everyday|low|lower) prices`,
    'low[- ]cost|for less',
    '(?:cut|slash|reduce|lower|shrink|halve|trim|save on) (?:the )?(?:cost of|bills|costs)',
    `${money} (?:cheaper|less|saving|back|to spend|bonus|credit|reward|gift card|voucher|welcome|towards|when you|for switching|trade[- ]in)`,
    `discounts? (?:of )?(?:up to )?${share}`,
    `extra (?:${share}|points)|multi-?buy|(?:double|triple|extra) (?:\\p{L}{3,12} )?points`,
    `${savings} (?:on|across|at|in|galore|now)`,
    '(?:clearance|closing down|black friday|january|summer|winter|boxing day|mid-?season|end of season|flash)(?: \\p{L}{3,8})? (?:sale|deals?)',
  ),
];

const pricesFree = [
  phrase(
    'price.free',
    likely,
    `(?<!(?:sugar|gluten|fat|dairy|lactose|duty|tax|toll|smoke|nut|alcohol|meat|soap|paraben|oil|wheat|chemical|cruelty|fragrance)[- ])(?<!(?:distribution|provision) of )(?<![-\\p{L}])free ${wordsBefore(0, 3)}${gifts}(?! (?:of|charge of))`,
    `buy ${numbers}[, ]{1,2}(?:and )?get ${upTo(1)} ?${numbers}(?: \\p{L}{3,10})? (?:half[- ]price|free)`,
    'buy (?:one|1),? get (?:one|1)(?! \\p{L})',
    `(?:absolutely|completely|totally|entirely|100 ?%|always|forever|yours|now) free(?!-)(?! (?:from|of(?! charge)|to (?!join|try|use|download|play|enter|watch)|and|will|range|time))`,
    `${recipients}(?: (?:can|get|all|also))?(?: (?:go|goes|eat|eats|stay|stays|travel|travels|swim|play|fly|get in|in|under|enter|skate|join|bounce|ride|for))? free(?!-)(?! (?:from|of|to|range))`,
    `(?:first|second|2nd|third|3rd|next|other|fifth|5th|tenth|10th|cheapest|half)(?: [\\p{L}'-]{2,12}){1,3}(?:'s| is| are| comes?)? (?:absolutely |completely )?(?:free|on us|for nothing)(?!-)`,
    `(?:first|second|next|your|get|${numbers}|half a|an extra)(?: (?:${numbers}|extra))? ${timeUnits}(?:'s|')?(?: is| are)?(?: of \\p{L}{3,12})?(?: absolutely| completely)? (?:free|on us|for nothing)`,
    `(?:eat|stay|fly|play|swim|travel|watch|join|stream|start|learn|dine|drink|park|bank|switch|ride|ship|listen|register|sign up|download|try (?:it|us|them|\\p{L}{3,15})) (?:for )?free(?!-)(?! (?:from|of|range))`,
    `(?:gift|present|bag|sample|goodie bag|voucher|set|bundle|mini)s? (?:worth|with (?:any|every|your) (?:purchase|order))`,
    `(?:get|claim|enjoy|receive|grab|choose|win|bag) (?:a |an |your |our |two |one |any \\p{L}{3,6} )?(?:\\d+ |\\p{L}{3,15} )?(?:(?:gift|present)s? )?worth (?:up to |over )?${money}`,
    `\\p{Sc}0 (?:(?!in )\\p{L}{2,12} )?(?:${gifts}|fees?|deposit|down|upfront|commission|charges?|costs?)`,
    '(?:for|pay|costs?|only|just|from) \\p{Sc}0(?:\\.00)?(?![.\\d])',
    'at no (?:extra|additional|added|further) (?:cost|charge)',
    `(?:repaired|replaced|exchanged|included|delivered|installed|fitted)${upTo(2)} at no (?:cost|charge)`,
    `(?:pay|paying) ${nothing}(?: (?:until|for|today|upfront|now|till|extra|more))?`,
    '(?:without|not) paying (?:a|anything|one)(?: (?:thing|penny|cent|bean|pound))?',
    "(?:won't|doesn't|don't|will not) cost (?:you )?(?:a|anything|one)(?: (?:thing|penny|cent|bean))?",
    `costs? (?:you )?(?:absolutely )?nothing|${nothing} (?:to pay|upfront|up front|down)`,
    `(?:we'll|we will|we) (?:pay|cover|pick up|foot|waive)(?: for)? (?:the|your) (?:\\p{L}{3,12} )?(?:delivery|postage|vat|tax|bill|first|deposit|fees?|cost|stamp duty|shipping)`,
    group(
      'on the house|our treat|the drinks are on us',
      "(?:is|are|'s|'re|one|night|drinks?|breakfast|coffee|lunch|dinner|delivery|day|month|round|pizza|it) on us",
    ),
  ),
  phrase(
    'price.free',
    generic,
    'for free(?!-)(?! (?:from|of(?! charge)|to|and))',
    "(?:is|are|it's|they're|yours|get it|get one|get yours|'s|get|plus|\\+|extra|gets?|half|try|comes|stays|forever) free(?!-)(?! (?:from|of|to|and|will|range|time|speech|elections))",
    `(?<!-)free(?=!|\\*| (?:with|when|on|for|until|till|in store|today|instead|at|over|before|forever)(?! (?:bail|parole|speech|appeal))(?!\\p{L}))`,
    'free to (?:join|try|use|download|play|enter|watch|switch|list|register|browse|message|sign)',
    `(?<![-\\p{L}])${asks} free (?!from|of|to|and|as|speech|will)[\\p{L}-]{3,20}`,
    'free of charge',
    'at no (?:cost|charge)',
    'without charge',
    'gratis(?! or)|for nothing|(?<=\\p{L}, )free(?! (?:from|of|to))',
    'complimentary(?! (?:clos(?:e|ing)|colou?rs?)(?!\\p{L}))',
    '(?:no|zero|without) (?!hidden)(?:\\p{L}{3,12} ){0,2}(?:fees?|charges?|deposit|commission|interest|surcharges?|upfront costs?|extra cost|cost|overdraft fees)',
    '(?:no|zero) (?:obligation|purchase necessary|strings attached|catch|contract|card required|tie-?ins?)',
    '0 ?% (?:finance|interest|commission|fees|deposit|apr|on)|(?:interest|commission|fee)[- ]free',
    `(?<![-\\p{L}])(?:${numbers}|extra|more|all|${amount}) free(?!-)(?! (?:from|of|to|kicks?|throws?|play))`,
    'on us',
  ),
];

export const pricePhrases = [...pricesLowest, ...pricesSaving, ...pricesFree];
