// ` / ` separates the blocks of a picture, and ` | ` the lines of a block.

/** Texts of pictures that make no claim, although some use words that are claims in advertisements. */
export const pictureTexts: Readonly<Record<string, readonly string[]>> = {
  news: [
    'BREAKING NEWS / Net migration falls by 12% | 10% more than forecast / 18:04',
    'Storm Ida: 9 out of 10 homes without power | SKY HIGH NEWS',
    'Poll: 60% of people back the plan / Sample 2,011 adults',
    'Hospital waits: three in ten wait a year',
    'LIVE / Chancellor: one in five people out of work | Westminster',
  ],
  credits: [
    'Directed by | Anna Hart / Produced by | Tom Lee',
    'Best Boy | Sam Cole / Key Grip | Al Ross',
    'Unlimited Pictures presents',
    'No. 1 Ladies / Episode 3',
  ],
  'sport scores': [
    'LEEDS 2 - 1 YORK / HT',
    'Possession 100% / Shots 3 in 10',
    'ROUND 1 / #1 SEED Alcaraz',
    'The leading scorer: Hall, 14 goals',
  ],
  subtitles: [
    'He said he was the best.',
    'I guarantee he will be there.',
    '- Where is she? | - She was faster than me.',
    '- Is it on? | - Completely secure.',
    'Nobody here is the best, son.',
    'Did you ask for a guarantee?',
  ],
  headlines: [
    'Council’s ‘eco-friendly’ buses too noisy, report finds',
    'Regulator bans ‘miracle cure’ adverts',
    'Shipping firms will miss net zero target, MPs warn',
    'No vaccine is 100% safe, says professor',
    'Is this the cheapest town in Wales?',
    'Firm fined £3m over ‘sustainable’ claims',
  ],
  lessons: [
    'Exercise 4: better than, the best | Write one example of each',
    'Renewable energy: define the term',
  ],
  weather: ['Twice as much rain as usual', 'Fog in the west | The fastest gusts in Fife'],
  'product labels': [
    '100% COTTON / Wash at 30',
    'Ingredients: water, salt, citric acid (E330)',
    'LOT 4471 / EXP 08 2027',
  ],
  'shop signs': ['OPEN / Mon to Fri 9 to 5', 'The Red Lion | Free House', 'Platform 2 | London Victoria'],
  'small print': [
    'Terms and conditions apply. 18+. Subject to status.',
    'Results are not guaranteed. | Individual results may vary.',
    'Capital at risk. Past performance is no guarantee of future results.',
    'Representative 9.9% APR variable.',
  ],
};

/** Texts of short advertisements in pictures, whose claims are generic words. */
export const shortAdvertisements: readonly string[] = [
  'AURORA / The best coffee in town',
  'Unlimited / Kestrel Mobile | £20 a month',
  'Sustainable fashion / VELORA',
  '9 out of 10 / loved it / Tamarind',
  '30% more protein / Pinewood bars',
];

/** Lines of advertisements, by the rule of the claim in them. */
export const claimLines: Readonly<Record<string, readonly string[]>> = {
  'superlative.ranking': [
    'Bristol’s top-rated bakery',
    'Voted best family hotel',
    'The widest choice of rugs in town',
    'Our creamiest yoghurt ever',
    'Nothing comes close',
    'Best seller',
  ],
  'absolute.performance': [
    'Never iron a shirt again',
    'Lifts even the toughest grease',
    'Glues anything',
    'Will not fade',
    'Banishes odours for good',
  ],
  'guarantee.promise': [
    'If it leaks, we’ll replace it',
    'Hot when it arrives or it’s free',
    'Full refund, no questions asked',
    'A 12-year warranty on every hob',
    'No win, no fee',
  ],
  'comparison.superiority': [
    'No mop dries quicker',
    'More seats than any other coach',
    'A quieter ride than your old saloon',
    'Leaves other blenders standing',
    'Half the salt',
  ],
  'statistic.figure': [
    'Trusted by 2 million cooks',
    'A pair sold every 9 seconds',
    'Up to 30 hours of light',
    '4 in 5 runners prefer it',
    'Rated 4.9 by readers',
    'Studies have shown that it works',
    'Over 70% of households',
    '18.5 hours of music',
  ],
  'health.proven': [
    'Recommended by physiotherapists',
    'Hospital trials confirm that it works',
    'Nurses choose Softline',
    'Backed by ten years of research',
  ],
  'health.treatment': [
    'Eases sore throats',
    'Say goodbye to hay fever',
    'Relief from heartburn',
    'Drop a jeans size',
    'Supports your immune system',
    'Stop snoring tonight',
  ],
  'price.free': [
    'Under-5s go free',
    'Your third month is free',
    '$0 shipping',
    'Dessert is on us tonight',
    'Pay nothing until May',
    'Receive a lipstick worth £18',
    'Buy 1 Get 1',
  ],
  'price.lowest': [
    'Price matched to Norwood',
    'Spotted it cheaper? We’ll beat it',
    'Nobody charges less',
    'Rock-bottom fares',
  ],
  'price.saving': [
    '2 for 1 on all mains',
    'Slash your water bill',
    'Prices reduced by 40%',
    'Get £80 cashback',
    '£15 off your first box',
    'A third off tents',
    'SALE up to 70 % off',
    '7% savings on groceries',
    'FLAT ₹500 off',
  ],
  'environment.absolute': [
    'Zero waste to landfill',
    'We offset every parcel',
    'Leaves no trace on the planet',
    'Fully compostable cups',
  ],
  'environment.general': [
    'Responsibly sourced timber',
    'Better for the planet',
    'Cut your carbon footprint',
    'Made from recycled bottles',
    'Low-impact dyes',
    'Cruelty free',
  ],
};
