/** Returns the words of a text. Numbers, prices and web addresses are words, but single signs such as `&` are not. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const days = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** Phrases of terms, conditions, limits and notes, which advertisements put in small print. */
const phrases = [
  /\bterms\b|\bconditions\b|\bt\s?&\s?c/,
  /\bsubject to\b|\b(?:is|are|may be) required\b|\brequires?\b|\brequirements?\b|\bmust (?:be (?:\d|over|aged?|at least|in\b|an? |used|kept|redeemed|made|taken|booked|returned|purchased|worn)|register|spend|return|collect|pay|book|present|show|not|bring|use)\b/,
  /\bsee (?:the |our )?(?:website|web site|site|online|in.store|store|label|pack|app)\b|\bfor (?:full |more |further )?(?:details|info|information|terms)\b/,
  /\bappl(?:y|ies)\b|\bvar(?:y|ies)\b|\bcharge[sd]?\b|\bfees?\b|\bpermitting\b/,
  /\bexclud\w+|\bexclusions?\b|\bexcept\b|\bexcl\b/,
  // “Also available” and “available now” are headlines.
  /\bavailability\b|\bwhere available\b|\bavailable (?:only|while|subject|to|from \d|on request|for (?:a )?limited|(?:in|on|at|for) (?:selected|certain|some|most))\b|\bwhile stocks? lasts?\b|\bparticipating\b|\bselected (?:stores?|lines?|items?|products?|models?)\b|\beligib\w+/,
  /\bapr\b|\brepresentative\b|\baffordability\b|\bcredit (?:is|subject|provided|broker)\b|\brepossess\w*|\brepayments?\b|\bcapital at risk\b|\binvestments? (?:can|may)\b/,
  new RegExp(`\\b(?:ends?|until|till|before|expires?|by) (?:midnight |on )?(?:\\d|(?:${days}|${months})\\b)`),
  /\b(?:residents?|customers?|stores?|online|adults?|uk|gb|roi|ni|members?|outlets?|drivers?) only\b|\bonly (?:in|at|from)\b|\bnew (?:and existing )?customers\b/,
  /\b(?:minimum|maximum)\b|\bm(?:in|ax)\b\.? ?[a-z\d£$€]|\d ?m(?:in|ax)\b|\bcontract\b|\bper (?:person|household|customer|minute|min|month|transaction)\b|\bno cash alternative\b/,
  /\bprices? (?:from|correct|may|shown|include|based|start|valid)\b|\bcorrect (?:at|as)\b|\brrp\b|\bvat\b|\bdelivery\b|\bcosts?\b|\bplus (?:your|tax|vat|shipping|handling|p\s?&\s?p)\b|\btax(?:es)? (?:extra|included|not included)\b/,
  /\bsimulat(?:ed?|es|ions?)\b|\bdrama?ti[sz]\w*|\bre-?enact\w*|\breconstruct\w+|\bsequences? (?:are |is )?shortened\b|\bshortened sequences?\b|\benhanced\b|\billustrat\w+|\bserving suggestion\b|\bactors?\b|\bresults may\b|\bindividual results\b/,
  /(?:^|\W)(?:1[68]|2[15])\s?\+|\bover (?:1[68]|2[15])s?\b|\b(?:gamble|drink|play) ?responsibly\b|\b(?:be)?gambleaware\b|\bdrinkaware\b/,
  /\balways read\b|\bthe (?:label|leaflet)\b|\bcontains\b|\bdo not (?:attempt|try|exceed|use)\b|\bdon['’]t try\b|\bclosed (?:road|course)\b|\bconsult\b/,
  /\bbased on\b|\bsurvey(?:ed)?\b|\btested\b|\bstudy\b|\bcompar(?:ed|ison|able)\b|\bagreed?\b|\bversus\b|\bresearch\b|\bsource\b(?! of\b)/,
  /\bregulated\b|\bauthori[sz]ed\b|\bregistered\b|\bmpg\b|\bwltp\b|\bco2\b|\bguarantees?\b|\bmileage\b|\bfinal payment\b|\bmodel shown\b/,
  /\bnot (?:available|included|shown|all|actual|valid|suitable)\b|\bsold separately\b|\bbalanced diet\b|\bhealthy diet\b|\blifestyle\b/,
];

/** A text that asks the viewer to act. It is the main message of its picture, and no small print. */
const request =
  /^(?:please )?(?:call|visit|send|message|text|email|contact|shop|order|buy|book|click|tap|swipe|scan|download|follow|subscribe|learn|discover|join|find|get|try|watch|share|like|sign up|register|apply|start|see (?:more|how|why))\b/iu;

/** Returns whether a text asks the viewer to act, and names no term or limit. */
export const isRequest = (text: string): boolean => request.test(text.trim());

/** A note that an asterisk or a similar mark in the picture refers to. */
const note = /^\s*[*†‡^]\s?\p{L}/u;

/** Returns whether a text reads as small print: terms, conditions, limits, ages, or a note to an asterisk. */
export function readsAsSmallPrint(text: string): boolean {
  const lower = text.toLowerCase().replace(/\s+/gu, ' ');
  return note.test(text) || phrases.some((phrase) => phrase.test(lower));
}
