import { address, offers, otherKinds, pictureKinds, praise, tellTaleKinds } from './register-words.ts';

/** Total weights of the words of a sentence that are typical of advertising, and of those typical of other texts. */
export interface Register {
  promotional: number;
  other: number;
}

/** The words that tell the kinds of text apart. */
export interface Lexicon {
  /** Weights in a sentence: above 0 if a word is typical of advertising, below 0 if it is typical of other texts. */
  weights: ReadonlyMap<string, number>;
  /** The kinds of text that do not advertise and for which a word is typical. */
  kinds: ReadonlyMap<string, readonly string[]>;
  /** Number of words of other kinds that an advertisement has by chance. */
  byChance: number;
}

/** Words of `address` that are as frequent in subtitles as in advertisements. They have no weight in pictures. */
const spoken = ['you', 'your', "you're", "you've", 'us', 'our', "we're", "we've", 'love', 'today', 'now'];

/** Frequent function words of English. */
const english = new Set(
  'the of and to is for with that this are it be by from at you your we our or an has have can will not if all its'.split(
    ' ',
  ),
);
/**
 * Frequent function words of other languages with Latin letters, and words of their advertisements, which have few
 * function words. Leaves out words that are also English.
 */
const foreign = new Set(
  (
    'le la les de des du une est dans que avec sur vous nous votre et pour par qui au aux en ' +
    'der das und ist nicht mit für von den dem ein eine auf zu im sich auch bei wir sie ' +
    'el los las una del para por con su más como y ' +
    'il di che della sono gli nel é não uma dos da em ao os ' +
    'het een voor niet och att som är og ikke på af nie jest dla na się ' +
    've için ile bir daha ima kao vaš ' +
    'disponible livraison offre gratuit découvrez decouvrez nouveau nouvelle maintenant chez ' +
    'jetzt neue neuen kostenlos angebot ahora nuevo nueva oferta descubre tienda ' +
    'adesso nuovo nuova scopri agora grátis compre nieuwe'
  ).split(' '),
);

/** A letter of Latin script that neither English words nor those of its loan languages have, such as č, ł and ş. */
const otherLetter = /[\u0100-\u024f]/u;

/**
 * Kinds whose words are frequent in advertisements too, for example of banks, journeys, schools and concerts. They
 * count from the third word, and not in single sentences.
 */
const alsoAdvertised = [
  'account',
  'form',
  'map',
  'government',
  'charity',
  'management',
  'business',
  'school',
  'arts',
];
const maxAlsoAdvertised = 2;

const documentWeights = new Map([
  // `cue` gives the weight 1 to unlisted signs, such as prices. A dash is no sign of advertising.
  ['- ', 0],
  ...Object.entries(otherKinds)
    .filter(([kind]) => !alsoAdvertised.includes(kind))
    .flatMap(([, list]) => list.map((word): [string, number] => [word, -1])),
  ...address.map((word): [string, number] => [word, 1]),
  ...praise.map((word): [string, number] => [word, 1]),
  ...offers.map((word): [string, number] => [word, 2]),
]);

/** The words of documents. */
export const documentWords: Lexicon = { weights: documentWeights, kinds: kindsOf(otherKinds), byChance: 1 };
/** The words of pictures, which also show news, films and signs. */
export const pictureWords: Lexicon = {
  weights: new Map([
    ...Object.values(pictureKinds).flatMap((list) => list.map((word): [string, number] => [word, -1])),
    ...documentWeights,
    ...spoken.map((word): [string, number] => [word, 0]),
    // Subtitles mark each speaker with a dash.
    ['- ', -2],
    ...Object.values(tellTaleKinds).flatMap((list) => list.map((word): [string, number] => [word, -2])),
  ]),
  kinds: kindsOf(otherKinds, pictureKinds, tellTaleKinds),
  byChance: 0,
};

function kindsOf(
  ...sources: readonly Readonly<Record<string, readonly string[]>>[]
): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const source of sources)
    for (const [kind, list] of Object.entries(source))
      for (const word of list) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  return kinds;
}

/**
 * Matches single words, prices, price reductions, the registered trademark sign, exclamation marks, and a dash at the
 * start of a sentence.
 */
const cue =
  /\p{L}{1,20}(?:'\p{L}{1,2})?|(?<=^|\n|[.?!] )- (?=\p{L})|\p{Sc} ?\d(?![\d.,]{0,10} ?(?:m|bn|million|billion|trillion)(?!\p{L}))|\d ?% off|[®!]/gu;

/** The typical words of a text, and its number of function words by language. */
export interface TextRegister {
  /** Each word once, so that a form or an invoice does not become typical by repetition. */
  words: Set<string>;
  english: number;
  /** Words that are frequent in other languages, and words that are not in Latin letters. */
  foreign: number;
  /** Words with letters of other languages. Each counts once, because it may be a name. */
  withOtherLetters: Set<string>;
}

export const emptyRegister = (): TextRegister => ({
  words: new Set(),
  english: 0,
  foreign: 0,
  withOtherLetters: new Set(),
});

export const isEmpty = ({ words, english, foreign, withOtherLetters }: TextRegister) =>
  words.size + english + foreign + withOtherLetters.size === 0;

export function addRegister(
  sum: TextRegister,
  { words, english, foreign, withOtherLetters }: TextRegister,
): void {
  for (const word of words) sum.words.add(word);
  for (const word of withOtherLetters) sum.withOtherLetters.add(word);
  sum.english += english;
  sum.foreign += foreign;
}

/**
 * Length of a part of a text in UTF-16 code units, about that of a page. The words of a longer text would be those of
 * several kinds of text.
 */
export const partLength = 3_000;

/**
 * Returns the registers of the parts of a normalised text, and a function that computes the weights of any of its
 * sentences with prefix sums.
 */
export function createRegister(
  text: string,
  { weights, kinds }: Lexicon,
): { parts: TextRegister[]; weightsOf: (start: number, end: number) => Register } {
  const parts = Array.from({ length: Math.ceil(text.length / partLength) }, emptyRegister);
  const promotional = new Int32Array(text.length + 1);
  const other = new Int32Array(text.length + 1);
  for (const { index, 0: found } of text.matchAll(cue)) {
    const part = parts[Math.floor(index / partLength)]!;
    const isWord = /^\p{L}/u.test(found);
    const weight = weights.get(found) ?? (isWord ? 0 : 1);
    if (weight > 0) promotional[index + 1] = weight;
    else if (weight < 0) other[index + 1] = -weight;
    if (weight !== 0 || kinds.has(found)) part.words.add(isWord ? found : signOf(found));
    // Letters beside a digit are the code of a product, such as ET10.
    const isCode = /\d/.test(`${text[index - 1] ?? ''}${text[index + found.length] ?? ''}`);
    if (english.has(found)) part.english++;
    else if (isWord && !isCode && (foreign.has(found) || !/^\p{Script=Latin}/u.test(found))) part.foreign++;
    else if (otherLetter.test(found)) part.withOtherLetters.add(found);
  }
  for (let at = 1; at <= text.length; at++) {
    promotional[at]! += promotional[at - 1]!;
    other[at]! += other[at - 1]!;
  }
  return {
    parts,
    weightsOf: (start, end) => ({
      promotional: promotional[end]! - promotional[start]!,
      other: other[end]! - other[start]!,
    }),
  };
}

/** Returns one sign for all prices and one for all price reductions. */
const signOf = (found: string) => (/^\p{Sc}/u.test(found) ? 'price' : found.replace(/^\d ?/u, ''));

/** Maximum number of words that address the reader and count as signs of advertising: other texts have them too. */
const maxAddress = 2;
/** Minimum divisor of a tone. A text in which few words are typical has a weak tone. */
const minWords = 6;

const isAddress = new Set(address);

/**
 * Returns the tone of a text, from -1 (clearly of another kind) to 1 (clearly an advertisement). Compares the words of
 * advertising with those of the two kinds that have the most words in the text.
 * @param expected weight that is added to the words of advertising
 */
export function toneOf({ words }: TextRegister, lexicon: Lexicon, expected = 0): number {
  let praising = 0;
  let addressing = 0;
  const kinds = new Map(alsoAdvertised.map((kind) => [kind, -maxAlsoAdvertised]));
  for (const word of words) {
    const weight = lexicon.weights.get(word) ?? (lexicon.kinds.has(word) ? 0 : 1);
    if (isAddress.has(word)) addressing += Math.max(0, weight);
    else praising += Math.max(0, weight);
    for (const kind of lexicon.kinds.get(word) ?? [])
      kinds.set(kind, (kinds.get(kind) ?? 0) + Math.max(1, -weight));
  }
  const promotional = expected + praising + Math.min(maxAddress, addressing);
  const [strongest = 0, second = 0] = [...kinds.values()].filter((count) => count > 0).sort((a, b) => b - a);
  const other = Math.max(0, strongest + second - lexicon.byChance);
  return (promotional - other) / Math.max(promotional + other, minWords);
}

/** Minimum number of words of other languages in a text that is not judged. */
const minForeign = 3;

/** Returns whether a text has mostly words of other languages than English. */
export function isForeign({ english, foreign, withOtherLetters }: TextRegister): boolean {
  const others = foreign + withOtherLetters.size;
  return others >= minForeign && others > 2 * english;
}
