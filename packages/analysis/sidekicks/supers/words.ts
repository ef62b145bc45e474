/** Returns the words of a text. Numbers, prices and web addresses are words, but single signs such as `&` are not. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const days = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** Phrases that hardly occur outside the small print of advertisements. */
const typical = [
  // A menu of a web page has the words alone: “Privacy Terms Settings”.
  /\bt\s?&\s?c|\b(?:terms|conditions|charges|fees|exclusions|restrictions)\b.{0,30}\bappl(?:y|ies)\b|\bsee\b.{0,40}\bterms\b/,
  /\bsubject to (?:status|availability|credit|approval|terms|conditions|change|eligibility|contract|t\s?&\s?c)/,
  /\bsee (?:the |our )?(?:website|web site|site|online|in.store|store|label|pack|app)\b|\brefer (?:to )?(?:the |our )?(?:website|pack|label)|\bfor (?:full |more |further )?(?:details|terms)\b/,
  /\bexclud(?:es?|ing) \p{L}/u,
  // “Also available” and “available now” are headlines.
  /\bwhere available\b|\bavailable (?:only|while|subject|on request|(?:in|on|at|for) (?:selected|certain|some|most))\b|\bwhile stocks? lasts?\b|\b(?:participating|selected) (?:stores?|restaurants?|outlets?|dealers?|retailers?|lines?|items?|products?|models?)\b|\bfor (?:a )?limited (?:time|period)\b/,
  /%\s?(?:representative )?apr\b|\bapr\b.{0,20}%|\brepresentative (?:apr\b|.{0,20}%)|\bcapital at risk\b|\bcredit (?:is subject|subject|provided|broker)\b/,
  /\b(?:offer|promotion|prices?|deal) (?:ends?|valid|expires?)\b|\bvalid (?:till|until)\b/,
  /\b(?:residents?|new customers?|uk|gb|roi) only\b|\bno cash alternative\b/,
  /\bprices? (?:from|correct|may|shown|include|based|start)\b|\bcorrect at\b|\brrp\b|\b(?:incl|inclusive|excl)\b.{0,10}\btax(?:es)?\b|\bplus (?:tax|vat|shipping|handling|p\s?&\s?p)\b|\btax(?:es)? (?:extra|not included)\b/,
  /\b(?:images?|screens?|sequences?|pictures?|footage|visuals?)\b.{0,25}\bsimulated\b|\bsimulated (?:images?|screens?|pictures?)\b|\bdrama?ti[sz]ation\b|\bre-?enactment\b|\bsequences? (?:are |is )?shortened\b|\bshortened sequences?\b|\b(?:for )?illustrati(?:ve|on) purposes?\b|\bserving suggestion\b|\bactor portrayals?\b/,
  /\bresults may\b|\bindividual results\b|\bmay (?:vary|differ)\b|\bnot actual\b|\bnot (?:shown|included)\b|\bsold separately\b/,
  /\bgamble ?responsibly\b|\b(?:be)?gambleaware\b|\bdrink ?responsibly\b|\bdrinkaware\b/,
  /\balways read\b|\bdo not attempt\b|\bdon['’]t try (?:this|it)\b|\bclosed (?:road|course)\b|\bpart of (?:a )?(?:\p{L}+ ){0,3}(?:balanced|healthy)\b/u,
  /\bmpg\b|\bwltp\b/,
];

/** Words of terms, limits and notes that other texts have as well, such as news, web pages and credits. */
const general = [
  /\bterms (?:and|&) conditions\b|\bsubject to\b|\brequire[ds]?\b|\brequirements?\b|\bmust (?:be (?:\d|over|aged?|at least|in\b|an? |used|kept|redeemed|made|taken|booked|returned|purchased|worn)|register|spend|return|collect|pay|book|present|show|not|bring|use)\b/,
  /\bfor (?:full |more |further )?(?:info|information)\b/,
  /\bappl(?:y|ies)\b|\bvar(?:y|ies)\b|\bcharge[sd]?\b|\bfees?\b|\bpermitting\b/,
  /\bexclud\w+|\bexclusions?\b|\bexcept\b|\bexcl\b/,
  /\bavailability\b|\bavailable (?:from \d|for (?:a )?limited)\b|\bparticipating\b|\beligib\w+/,
  /\brepresentative\b|\baffordability\b|\brepossess\w*|\brepayments?\b|\binvestments? (?:can|may)\b/,
  new RegExp(`\\b(?:ends?|until|till|before|expires?|by) (?:midnight |on )?(?:\\d|(?:${days}|${months})\\b)`),
  /\b(?:customers?|stores?|online|adults?|ni|members?|outlets?|drivers?) only\b|\bonly (?:in|at|from)\b|\bnew (?:and existing )?customers\b/,
  /\b(?:minimum|maximum)\b|\bm(?:in|ax)\b\.? ?[a-z\d£$€]|\d ?m(?:in|ax)\b|\bcontract\b|\bper (?:person|household|customer|minute|min|month|transaction)\b/,
  /\bcorrect as\b|\bvat\b|\bmrp\b|\bdelivery\b|\bcosts?\b|\bplus your\b|\btax(?:es)? included\b/,
  /\bsimulat(?:ed?|es|ions?)\b|\bdrama?ti[sz]\w*|\bre-?enact\w*|\breconstruct\w+|\benhanced\b|\billustrat\w+|\bactors?\b/,
  /(?:^|\W)(?:1[68]|2[15])\s?\+|\bover (?:1[68]|2[15])s?\b|\bplay ?responsibly\b/,
  /\bthe (?:label|leaflet)\b|\bcontains\b|\bdo not (?:try|exceed|use)\b|\bdon['’]t try\b|\bconsult\b/,
  /\bbased on\b|\bsurvey(?:ed)?\b|\btested\b|\bstudy\b|\bcompar(?:ed|ison|able)\b|\bagreed?\b|\bversus\b|\bresearch\b|\bsource\b(?! of\b)/,
  /\bregulated\b|\bauthori[sz]ed\b|\bregistered\b|\btrademarks?\b|©|\ball rights reserved\b|\bco2\b|\bguarantees?\b|\bmileage\b|\bfinal payment\b|\bmodel shown\b/,
  /\bnot (?:available|all|valid|suitable)\b|\bbalanced diet\b|\bhealthy diet\b|\blifestyle\b/,
];

/** A text that asks the viewer to act. It is the main message of its picture, and no small print. */
const request =
  /^(?:please )?(?:call|visit|send|message|text|email|contact|shop|order|buy|book|click|tap|swipe|scan|download|follow|subscribe|learn|discover|join|find|get|try|watch|share|like|sign up|register|apply|start|see (?:more|how|why))\b/iu;

/** Returns whether a text asks the viewer to act, and names no term or limit. */
export const isRequest = (text: string): boolean => request.test(text.trim());

/** A note that an asterisk or a similar mark in the picture refers to. */
const note = /^\s*[*†‡^]\s?\p{L}/u;

const simplified = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ');

/** Returns whether a text has a phrase that is typical of small print, or is a note to an asterisk. */
export function readsAsSmallPrint(text: string): boolean {
  const lower = simplified(text);
  return note.test(text) || typical.some((phrase) => phrase.test(lower));
}

/**
 * A copyright sign with a year and a name, and nothing else. Titles of games and films have it too, in their own
 * letters, and it states no term that a viewer must read.
 */
const copyrightLine = /^(?:copyright )?© ?(?:\d{4}[-–, ]*)+(?:by )?[\p{L}\d.&]+(?: [\p{L}\d.&]+){0,2}$/u;

/** Returns whether a text of two words or more has words of terms, limits or notes. */
export function namesTerms(text: string): boolean {
  const lower = simplified(text);
  if (wordsOf(text).length < 2 || copyrightLine.test(lower)) return false;
  return general.some((phrase) => phrase.test(lower));
}

/** The name of the speaker before a subtitle, or the dash of another speaker. */
const speaker = /^(?:[-–—] ?\p{L}|\p{Lu}[\p{L}.’' -]{0,24}: ?["“‘']?\p{L})/u;

/** Returns whether a text names its speaker, as subtitles do. */
export const namesSpeaker = (text: string): boolean => speaker.test(text.trim());

/** Returns whether a text has a word in lower case. Names, titles, captions and brand lines have capitals only. */
export const hasLowerCaseWord = (text: string): boolean =>
  wordsOf(text).some((word) => /^\p{Ll}/u.test(word));

/**
 * Returns whether a text may be a brand name: a single word, or two words with initial capitals. It has no digits and
 * no words of small print.
 */
export function mayBeName(text: string): boolean {
  const words = wordsOf(text);
  if (/\d/u.test(text) || words.length > 2 || readsAsSmallPrint(text) || namesTerms(text)) return false;
  return words.length === 1 || words.every((word) => /^\p{Lu}/u.test(word));
}
