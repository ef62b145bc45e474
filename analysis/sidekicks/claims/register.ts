/**
 * The register of a text, as two totals: the weight of words typical of advertising, and the weight of words typical of
 * other kinds of text.
 */
export interface Register {
  promotional: number;
  other: number;
}

/** The weight of each word that is typical of a kind of text: above 0 for advertising, below 0 for other texts. */
export type WordWeights = ReadonlyMap<string, number>;

const words = (list: string) => list.trim().split(/\s+/);

/** Words that address the reader or praise a product, as advertisements do. */
const address = words(`
  you your yours yourself you'll you're you've we our ours we'll we're we've us love enjoy save price prices today now
  exclusive luxury luxurious stunning delicious amazing incredible irresistible indulge refreshing brand online
  shampoo toothpaste moisturiser moisturizer serum skincare detergent mattress broadband vitamins supplement deodorant
  mouthwash perfume mascara`);
/** Words of commercial offers. Each counts with double weight. */
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

/**
 * Words typical of news, sport, credits, subtitles and displays in pictures. Documents are longer, so their words of
 * other kinds are enough.
 */
const othersInPictures = words(`
  news breaking headlines correspondent reporter newsroom forecast storm flood crash crews killed injured arrested
  inflation economy markets index unemployment jobs workers strike union migration border troops hospital schools funding
  poll votes voters candidate senate congress westminster mayor protest employer officials investigation suspect trial
  score scorer fixture league finals semi lap laps seed court innings wicket wickets overs possession serve serves aces
  accuracy played pts vs team teams player players coach squad championship tournament kick target qualifying medal race
  directed director produced producer producers starring cast casting editor edited grip gaffer cinematography
  screenplay screenwriter written presents presented film films filmed filming studios pictures picture episode scene
  music soundtrack composer costume costumes novel
  i i'm i'd i've i'll me him they they're mate sir madam sorry okay yeah hey oh god mum dad mother father brother sister
  swear`);

/** The weights of words in documents. */
export const documentWeights: WordWeights = new Map([
  ...others.map((word): [string, number] => [word, -1]),
  ...address.map((word): [string, number] => [word, 1]),
  ...offers.map((word): [string, number] => [word, 2]),
]);
/** The weights of words in images and videos. */
export const pictureWeights: WordWeights = new Map([
  ...othersInPictures.map((word): [string, number] => [word, -1]),
  ...documentWeights,
]);
/** Matches single words, prices, price reductions, the registered trademark sign and exclamation marks. */
const cue = /\p{L}{1,20}(?:'\p{L}{1,2})?|[£$€] ?\d|\d ?% off|[®!]/gu;

/**
 * Reads a normalised text once and computes prefix sums. The returned function computes the register of any part of
 * the text.
 */
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
