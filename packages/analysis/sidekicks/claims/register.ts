/** Total weight of a text's words that are typical of advertising, and of its words that are typical of other texts. */
export interface Register {
  promotional: number;
  other: number;
}

/** Weights of words: above 0 if a word is typical of advertising, below 0 if it is typical of other texts. */
export type WordWeights = ReadonlyMap<string, number>;

const words = (list: string) => list.trim().split(/\s+/);

/** Words that address the reader or praise a product, as advertisements do. */
const address = words(`
  you your yours yourself you'll you're you've we our ours we'll we're we've us love enjoy save price prices today now
  exclusive luxury luxurious stunning delicious amazing incredible irresistible indulge refreshing brand online
  shampoo toothpaste moisturiser moisturizer serum skincare detergent mattress broadband vitamins supplement deodorant
  mouthwash perfume mascara`);
/** Words of commercial offers, with double weight. */
const offers = words(`
  buy shop offer offers sale deal deals bargain bargains discount discounts introducing discover hurry voucher coupon
  unmissable checkout subscribe`);

/** Words typical of fiction, law, technology, science, recipes, minutes of meetings, news and essays. */
const others = words(`
  he she his her him hers himself herself was were had been said says asked replied thought knew looked went came
  told stood felt cried whispered smiled turned saw took began became
  shall hereby herein hereof thereof hereunder thereto hereafter whereas licensor licensee license licence licensed
  agreement party parties contractor tenant landlord liability liable pursuant clause indemnify copyright permission
  redistribute redistribution obligations guarantor beneficiary provisions jurisdiction constitution constitutional
  statute court law laws legislation article lease rent premises shareholders claimant defendant notwithstanding
  merchantability infringement damages covenant rights
  file files buffer buffers stack heap function functions value values throttle parameter parameters server servers
  thread threads cache api apis library libraries module modules install installed npm directory command commands
  default returns config configuration compile compiler kernel process processes memory cpu algorithm algorithms
  database query queries byte bytes bit bits packet packets protocol queue queues broker variable variables object
  objects class method array arrays string strings pointer input output error errors interface valve shaft cylinder
  piston torque bolt bolts bearing voltage sensor connector fuse software hardware ensure caution warning refer
  servicing lubricate grease specification appendix chapter section version user repository script
  runtime sorted implementation implementations node nodes callback callbacks exception exceptions
  participants cohort randomised randomized placebo hypothesis methods conclusions baseline statistically
  regression median al observed analysis experiment experiments dataset findings outcomes measured significant
  significantly proposed estimated respectively estimate approximately species temperature
  tbsp tsp preheat oven stir simmer whisk bake teaspoon tablespoon teaspoons tablespoons chopped flour boil saucepan
  bowl drain knead dough
  apologies chairman chairwoman chairperson attendees agenda motion seconded resolved councillor
  councillors treasurer committee noted meeting quorum
  according spokesman spokeswoman spokesperson minister ministers government reporters police council mr mrs
  officials election parliament president ministry economy
  century centuries historian historians therefore thus however although furthermore moreover argue argues argued
  argument essay empire war revolution king queen novel poem poet author society philosophy theory population
  countries education`);

/** Words typical of news, sport, credits, subtitles and displays. Used for pictures only, which have fewer words. */
const othersInPictures = words(`
  news headlines correspondent reporter newsroom forecast storm flood floods crash crews killed injured arrested
  inflation economy economic economist markets index unemployment jobs workers strike union migration border troops
  hospital schools funding poll votes voters candidate senate senator senators governor congress westminster mayor
  protest protests employer officials investigation suspect trial says say warns warn urges vows slams denies admits
  seeks faces falls rises soars plunges loses dies died dead deaths death toll victims crisis recession poverty
  talks summit sanctions hostages rebels militants terror attack attacks bomb blast explosion gunman murder jail jailed
  prison sentenced fraud lawsuit sues inquiry scandal resigns military army soldiers nuclear labour tory tories
  conservatives republicans democrats chancellor scientists researchers professor tsunami earthquake hurricane
  ranking rankings champion champions title outbreak jab jabs vaccine virus motorists commuters residents teenagers
  adults pensioners campaigners activists critics bosses chiefs leaders hit hits overtakes plans scraps rise rising
  falling surge plunge slump row fears amid despite decade decades report reports finds suggests revealed reveals
  promises fined adverts evacuated
  score scorer fixture league finals final semi lap laps seed court innings wicket wickets overs possession serve serves
  aces accuracy played pts vs team teams players coach squad championship tournament kick target qualifying medal race
  olympic olympics
  directed director produced producer producers starring cast casting editor edited grip gaffer cinematography
  screenplay screenwriter written presents presented film films filmed filming studios pictures picture episode scene
  music soundtrack composer costume costumes novel
  i i'm i'd i've i'll me my him he's he'd he'll she's she'd she'll they they're they'd they've mate sir madam sorry okay
  yeah hey oh god mum dad mother father brother sister son swear gonna gotta wanna ain't huh um damn hell bloody fool
  kill there's what's who's let's didn't wouldn't couldn't isn't wasn't detective captain sergeant lieutenant colonel inspector officer doctor sire majesty darling buddy dude lads
  guess suppose
  ingredients allergens saturates carton dispose delays closed permit penalty trespassers cctv diversion stairs lane
  rain rainfall showers gusts fog thunder celsius tide source
  century ago`);
/** Words that hardly occur outside news and lessons, with double weight. */
const tellTale = words(`
  breaking spokesman minister ministers mps mp reporters watchdog regulator banned bans tells accused accuses ceasefire
  inquest
  lesson lessons grammar superlatives adverbs verb verbs noun adjectives example examples exercise equals worksheet
  homework gcse pupils define definition vocabulary equation explain`);
/** Words of `address` that are as frequent in subtitles as in advertisements. They have no weight in pictures. */
const spoken = words(`you your you're you've us our we're we've love today now`);

export const documentWeights: WordWeights = new Map([
  // `createRegister` gives the weight 1 to unlisted signs, such as prices. A dash is no sign of advertising.
  ['- ', 0],
  ...others.map((word): [string, number] => [word, -1]),
  ...address.map((word): [string, number] => [word, 1]),
  ...offers.map((word): [string, number] => [word, 2]),
]);
export const pictureWeights: WordWeights = new Map([
  ...othersInPictures.map((word): [string, number] => [word, -1]),
  ...documentWeights,
  ...spoken.map((word): [string, number] => [word, 0]),
  // Subtitles mark each speaker with a dash.
  ['- ', -2],
  ...tellTale.map((word): [string, number] => [word, -2]),
]);
/**
 * Matches single words, prices, price reductions, the registered trademark sign, exclamation marks, and a dash at the
 * start of a sentence.
 */
const cue =
  /\p{L}{1,20}(?:'\p{L}{1,2})?|(?<=^|\n|[.?!] )- (?=\p{L})|[£$€] ?\d(?![\d.,]{0,10} ?(?:m|bn|million|billion|trillion)(?!\p{L}))|\d ?% off|[®!]/gu;

/** Returns a function that computes the register of any part of a normalised text, with prefix sums. */
export function createRegister(text: string, weights: WordWeights): (start: number, end: number) => Register {
  const promotional = new Int32Array(text.length + 1);
  const other = new Int32Array(text.length + 1);
  for (const { index, 0: found } of text.matchAll(cue)) {
    const weight = weights.get(found) ?? (/^\p{L}/u.test(found) ? 0 : 1);
    if (weight > 0) promotional[index + 1] = weight;
    else if (weight < 0) other[index + 1] = -weight;
  }
  for (let at = 1; at <= text.length; at++) {
    promotional[at]! += promotional[at - 1]!;
    other[at]! += other[at - 1]!;
  }
  return (start, end) => ({
    promotional: promotional[end]! - promotional[start]!,
    other: other[end]! - other[start]!,
  });
}
