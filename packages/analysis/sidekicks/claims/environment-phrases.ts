import { group, generic, likely, phrase, probable, upTo, wordsBefore } from './phrase.ts';
import { greenNouns, percent, planet, share } from './phrase-words.ts';

const footprint = group(
  'carbon footprint|footprint|carbon|co2|emissions|carbon emissions|environmental impact|food waste',
  'plastic waste|impact on the (?:planet|environment)',
);
const goods = group(
  'products?|materials?|packaging|clothing|clothes|fabrics?|fashion|footwear|food|coffee|cotton|wool|wood',
  'timber|seafood|fish|ingredients?|furniture|homeware|gifts?|swimwear|denim|jewell?ery|cosmetics|beauty',
);
const whole = `(?:100 ?${percent}|fully|completely|totally|entirely|infinitely|endlessly|wholly|home|only|nothing but)`;

export const environmentPhrases = [
  phrase(
    'environment.absolute',
    probable,
    `(?:100 ?${percent} |fully |completely )?(?:carbon|climate|planet|co2)[- ]?(?:neutral(?:ity)?|negative|positive|free|zero|offset)`,
    'net[- ]?zero',
    '(?:zero|no|nil)[- ]?(?:(?:harmful |tailpipe |carbon |co2 |exhaust |toxic )?emissions?|carbon|waste(?:d)?|plastics?|landfill|pollution|deforestation|footprint|environmental impact|nasties)',
    '(?:emissions?|plastic|waste|pollution|landfill|deforestation|cruelty and plastic|guilt|palm[- ]oil|microplastic|pesticide|chemical|toxin|carbon)[- ]free',
    `${whole} ${greenNouns}`,
    `(?:runs?|running|powered|made|built|driven|fuelled|brewed|produced|packed|wrapped)${upTo(3)} (?:on|by|from|with|using|in) (?:100 ?${percent}|only|nothing but|purely|entirely)(?: from)? (?:green|clean|renewables?|recycled|solar|wind|sustainable|plants?|natural|compostable)`,
    `leav(?:e|es|ing) (?:no|nothing|zero|not a)(?: \\p{L}{3,12})? (?:trace|mark|footprint|impact|waste|scar|behind but)(?: on ${planet})?`,
    `(?:without|doesn't|does not|won't|don't|not) (?:harm|cost|hurt|damage|pollut)(?:e|s|ing)? (?:${planet})`,
    `(?:no|zero|nil|without any|without) (?:harm|impact|damage|cost|effect|burden)(?: (?:to|on|for)) (?:${planet})`,
    `(?:we|we've|we'll|and|is|are|to) (?:also )?(?:fully |always )?(?:offset|plant)(?:s|ting|ing)? (?:every|all|each|100 ?${percent}|a tree|one tree|trees|the carbon|the co2|your|\\d{1,3} trees)`,
    '(?:nothing|zero|none of it|no waste|not a thing) (?:goes |sent |ever goes |ends up )?(?:to|in) landfill',
    '(?:reef|ocean|bee|planet|earth)[- ]safe',
    `(?:harmless to|safe for) (?:${planet})`,
    '(?:remov|absorb|stor|captur|sav|giv)(?:e|es|s|ing)?(?: back)? more (?:carbon|co2|energy|water) than',
    'without a trace',
    '(?:emit|produc|creat|wast|tak)(?:e?s|e|ing)? (?:absolutely )?(?:nothing|zero|no)(?: but)? (?!time|chances|prisoners)[\\p{L}-]{2,15}',
    'put(?:s|ting)? back (?:every|all|more than|twice)',
  ),
  phrase(
    'environment.general',
    likely,
    '(?:eco|planet|earth|climate|environment|environmentally|ecologically|bee|ocean|wildlife|nature|reef)[- ]?(?:friendl(?:y|ier)|kind|conscious|aware|responsible|sound|positive)',
    `(?:good|great|kind|better|kinder|gentle|gentler|lighter|easier|easy|tough on \\p{L}{3,10},? (?:kind|gentle)|best|right|less|fairer|care|caring|respect|respectful|love|win) (?:for|to|on|by|of) (?:${planet})`,
    `(?:sav|protect|lov|heal|respect|preserv|restor|car(?:e|es|ing) for|look(?:s|ing)? after|help(?:s|ing)?|look(?:s|ing)? out for|(?:do|does|doing)(?: \\p{L}{2,6}){1,3} (?:for|by)|giv(?:e|es|ing) back to|think(?:s|ing)? of|chang(?:e|es|ing)? (?:for )?|cool(?:s|ing)?)(?:e|es|s|ing)? ${planet}`,
    '(?:green(?:er)?|cleaner) (?:energy|electricity|power|fuels?|products?|choices?|alternatives?|future|tomorrow|planet|world|ways?|homes?|driving|travel|living|delivery|clean|heating|flying|cars?|motoring|tariff|routine|wash)',
    '(?:responsibl[ey]|sustainabl[ey]|ethical(?:ly)?|consciously|thoughtfully|mindfully|environmentally|renewably|regeneratively)[- ](?:sourced|caught|farmed|grown|made|produced|harvested|managed|fished|built|sourcing|packaged|raised|reared|fashion|designed|packaging|fish|palm oil|cotton|forests)',
    `(?:shrink|cut|reduc|lower|lessen|halv|slash|offset|trim|lighten|minimis)(?:e|es|s|ing|ting)? (?:your|our|its|their|the)(?: own)? ${wordsBefore(0, 1)}${footprint}`,
    `(?:a |our |your )?(?:smaller|lower|lighter|low|tiny|reduced|minimal|less of an?|half the|least) (?:\\p{L}{3,13} )?(?:carbon footprint|footprint|environmental impact|impact on (?:${planet}))`,
    `made (?:with|from|out of|using) (?:up to |at least )?(?:${share} )?(?:recycled|reclaimed|upcycled|ocean|plant-based|sustainable|renewable|recyclable)`,
    `(?:${share} )?recycled (?:plastic|bottles|materials?|packaging|content|cotton|polyester|paper|cardboard|glass|alumini?um|wool|ocean)`,
    '(?:for|towards?|building|creating|driving|powering) (?:a|the|our) (?:[\\p{L}-]{3,12}, )?(?:greener|cleaner|more sustainable|low[- ]carbon|zero[- ]carbon|sustainable|net[- ]zero) [\\p{L}-]{3,15}',
    '(?:better|greener|cleaner) (?:\\p{L}{2,10} )?for (?:the )?(?:environment|planet|climate)',
    '(?:good|kind|better|kinder|gentle|safe|fairer) (?:to|for|on) (?:the )?(?:seas|oceans|rivers|bees|forests|farmers|animals|wildlife|waterways)',
    '(?:ocean|planet|climate|nature|eco)[- ]?(?:positive|bound|conscious|hero(?:es)?)',
  ),
  phrase(
    'environment.general',
    generic,
    // The bare word is a topic: “sustainable development”, “sustainability report”.
    `sustainable ${goods}|sustainably|committed to (?:\\p{L}{3,12} )?sustainability|our (?:commitment to )?sustainability`,
    'biodegradable|cruelty[- ]free|vegan[- ]friendly|all[- ]natural',
    'compostable',
    'recyclable|refillable|upcycled|greener',
    `ethical (?:${goods}|flowers?|florists?|yarn|brands?)`,
    'eco-(?!systems?|tourism)[\\p{L}]{3,15}',
    '(?:low|lower|ultra-low|reduced)[- ](?:carbon|emissions?|co2)',
    'low[- ]impact(?! (?:exercises?|sports?|workouts?|aerobics|training|cardio)(?!\\p{L}))',
    `(?:powered|run|runs|running|made|driven|heated|charged|lit)${upTo(2)} (?:by|on|with|from|using) (?:clean|renewable|solar|wind|green)[- ](?:energy|power|electricity|fuels?)`,
    `(?:less|fewer|${share} less|cut(?:s|ting)? down on|half the|without(?: the)?|save(?:s)?|ditch(?:es|ing)?|reduc(?:es|ing)|no single-use) (?:single-use |virgin )?(?:plastics?|packaging|waste|co2|carbon|emissions|food waste|landfill|water waste)`,
    'plants? (?:a|one|\\d{1,4}) trees?|trees? (?:is |are )?planted',
    'sav(?:es|ing) (?:energy|water|trees|co2)',
    '(?:bees|oceans?|forests?|reefs?|wildlife|nature|the planet|the earth|rivers) (?:to )?(?:thrive|breathe|recover|heal|bloom|flourish)',
    '(?:well[- ]managed|managed|certified) (?:forests?|woodlands?|fisheries|farms|sources)',
    '(?:breathe|cleaner|fresher) (?:cleaner |cleaner, )?air',
    '(?:for|towards?|building|creating) a (?:cleaner (?:tomorrow|planet|world|future)|(?:better|kinder) planet)',
    '(?:designed|made|built|created) (?:with|for) (?:the )?(?:planet|earth|environment|nature)(?: in mind)?',
    `(?:cut|reduc|lower|halv)(?:e|es|s|ing|ting)? ${wordsBefore(0, 1)}(?:carbon footprint|emissions|carbon emissions|co2)(?! (?:by|target))`,
    '(?:energy|fuel|water)[- ](?:efficient|saving)|fully electric|all[- ]electric|planet(?:-|\\. )first',
  ),
];
