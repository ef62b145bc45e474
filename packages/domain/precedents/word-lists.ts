// Word lists of several languages, in lower case and without accents.

const listOf = (words: string) => new Set(words.split(/\s+/));

export const negations = listOf(
  `no not non never zero without nor none neither cannot dont doesnt didnt cant isnt arent wont nicht nie niemals ohne kein
  keine keinen keiner keines keinem pas sans jamais aucun aucune ni sin nunca ningun ninguna senza mai niet geen zonder
  nooit nie bez nigdy sem nunca nao utan inte aldrig uden ikke`,
);

/** Frequent words that do not tell claims apart. `more`, `free`, `off` and `from` do. */
export const fillers = listOf(
  `a an the of to in on for and or with by at is are be was were will it its this that these you your yours we our ours us
  i my they their as so if do does has have had can may every all any ever even just only now today until over than
  there who which also very really truly simply help helps helping get gets try come comes make makes made been being
  said say saw feel felt found agree agreed according completely fully totally entirely absolutely times each receive
  per during after before within
  der die das des dem den ein eine einer einem einen und oder mit von fur in im am an auf bei zu zum zur ist sind war wird
  es sie ihr ihre ihren wir unser unsere unseren alle alles auch nur jetzt bis uber als so nach aus vom hilft hat haben
  le la les l d un une du de et ou a au aux en dans pour sur avec est sont votre vos notre nos nous vous ce cette ces
  toute toutes tout tous que qui jusqu jusqua jusquau se sa son ses aide
  el los las unos unas y o del al con para es son su sus nuestro nuestra tu tus todo toda todos todas hasta lo ayuda
  il lo gli uno dei delle della dello degli e ed di da su che nel nella si tuo tua suo sua nostro nostra tutto tutta tutti
  tutte fino aiuta het een van te op voor met bij uw je jouw ons onze ook nu tot dan dat aan binnen helpt
  w z i na do ze jest sa dla oraz od po sie to twoj twoja nasz nasza wszystkie calej calym nawet az pomaga
  os as um uma dos das no em com seu sua`,
);

/** Words about the place, the time and the range of an offer, which seldom make another claim. */
export const incidental = listOf(
  `order orders everything selected standard spend website store stores instore online sale sales spring summer autumn
  winter weekend brand brands product products range appearance appear appears visible visibly household home service`,
);

export const numbers = listOf(
  `one two three four five six seven eight nine ten twice double triple eins zwei drei vier funf sechs sieben acht neun zehn
  deux trois quatre cinq sept huit neuf dix dos tres cuatro cinco seis siete ocho nueve diez due tre quattro cinque sei sette otto nove
  dieci twee drie vier vijf zes zeven negen tien dwa trzy cztery piec`,
);

/** Phrases of advertisements that one word means as well. */
export const phrases: readonly (readonly [RegExp, string])[] = [
  // “No. 1” has no negation. Readers of text confuse 1 and l.
  [/\b(?:no|nr|number|nummer|numero)\.? ?(?:\d|one\b|[li]\b)/gi, '1'],
  [/\bt ?(?:&|and) ?c'?s?\b|\bterms (?:&|and) conditions\b/gi, 'terms'],
  [/\b(?:per ?cent|prozent|pour cent|por ciento|por cento|per cento|procent)\b/gi, '%'],
  [/\b(?:your )?money[- ]back\b/gi, 'refund'],
  [/\b(?:free of|at no|without|no) (?:extra )?(?:charge|cost)\b/gi, 'free'],
  [/\b(?:gets?|getting) rid of\b/gi, 'remove'],
  [/\blong[- ]lasting\b/gi, 'durable'],
  [/\b(?:the )?united kingdom\b|\bgreat britain\b/gi, 'uk'],
];

/** Groups of words that mean the same in advertisements. The first word stands for the others. */
const synonymGroups = `
  fast quick quicker quickest quickly faster fastest rapid rapidly speedy
  low lowest lower cheap cheaper cheapest
  price prices fare fares
  kill kills eliminate eliminates destroy destroys remove removes banish banishes
  favourite favorite loved
  uk britain british nation national country
  satisfied happy delighted pleased
  guarantee guaranteed guarantees warranty warranted promise promised
  life lifetime
  study studies trial trials research
  prove proven proved proves shown demonstrated
  relieve relieves relief ease eases soothe soothes calm calms
  prevent prevents protect protects protection fight fights
  delivery deliveries deliver delivers delivered shipping postage
  germs bacteria
  pack packs packaging packet packets
  fall falls down
  off save saves saving savings discount discounts
  free gratis complimentary
  eco environment environmental environmentally
  customer customers user users people participants volunteers consumers shoppers
  voted winner won awarded named
  choose chosen choice pick
  buy purchase purchases purchased
  rise rises increase increases up
  end ends finish finishes close closes
  trip trips holiday holidays vacation vacations
  odour odours odor odors smell smells
  kostenlos kostenloser kostenlose gratis
  bewiesen nachgewiesen belegt
  rabatt reduziert nachlass
  gratuit gratuite gratuits gratuitement offert
  reduction reductions remise rabais
  gratis gratuito gratuita gratuitos gratuitas
  descuento descuentos rebaja rebajas
  sconto sconti risparmio`;
export const synonyms = new Map(
  synonymGroups
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first, ...others] = line.trim().split(' ');
      return others.map((word) => [word, first!] as const);
    }),
);

export const dates = listOf(
  `january february march april may june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
  samstag sonntag janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre enero febrero marzo
  abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio
  settembre ottobre dicembre`,
);

/** Words that only German has. German nouns begin with a capital, as names do in other languages. */
export const german = listOf(
  'der die das den dem ein eine und mit fur von ist im zu auf bis sie ihr ihre ohne nicht wir',
);
