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
  ],
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
