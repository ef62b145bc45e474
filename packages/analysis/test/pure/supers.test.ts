import { describe, expect, test } from 'vitest';
import { judgeSupers } from '../../sidekicks/supers/judge-supers.ts';
import type { LetterMeasures, ShownLine, VideoText } from '../../text/shown-text.ts';

const conforming: LetterMeasures = { capitalHeight: 34, lowerCaseHeight: 24, contrast: 12, isOnBlock: false };

/** A line of small print without defects, unless `changes` has some. */
function line(
  changes: Partial<Omit<ShownLine, 'letters'>> & { letters?: Partial<LetterMeasures> | null } = {},
): ShownLine {
  const { letters, ...rest } = changes;
  return {
    text: 'Terms and conditions apply',
    confidence: 0.98,
    box: [0.1, 0.9, 0.5, 0.94],
    startSeconds: 1,
    endSeconds: 6,
    isExact: true,
    letters: letters === null ? null : { ...conforming, ...letters },
    ...rest,
  };
}

const video = (lines: ShownLine[], [width, height]: [number, number] = [1920, 1080]): VideoText => ({
  kind: 'video',
  width,
  height,
  picturesRead: 20,
  intervalSeconds: 0.5,
  lines,
});

const codesOf = (lines: ShownLine[], size?: [number, number]) =>
  judgeSupers(video(lines, size)).map(({ ruleCode, severity }) => `${ruleCode} ${severity}`);

test('small print that conforms has no findings, nor has a video without text', () => {
  expect(codesOf([line()])).toEqual([]);
  expect(codesOf([])).toEqual([]);
});

describe('supers.height', () => {
  const tooSmall = ['supers.height major'];
  test.each([
    ['16:9 HD', [1920, 1080], 30],
    ['720 lines, scaled', [1280, 720], 20],
    ['UHD, scaled', [3840, 2160], 60],
    ['upright HD, by its shorter side', [1080, 1920], 30],
    ['16:9 SD', [1024, 576], 16],
    ['16:9 SD of 480 lines', [854, 480], 16],
    ['4:3 SD', [768, 576], 14],
  ] as const)('the minimum of %s is %j: %d lines', (_, size, least) => {
    const of = (capitalHeight: number) => codesOf([line({ letters: { capitalHeight } })], [...size]);
    const step = (2 * least) / 30;
    expect(of(least - Math.max(1, step))).toEqual(tooSmall);
    expect(of(least)).toEqual([]);
    expect(of(least + step)).toEqual([]);
  });

  test('the minimum on a block is lower', () => {
    const of = (capitalHeight: number, isOnBlock: boolean, size?: [number, number]) =>
      codesOf([line({ letters: { capitalHeight, isOnBlock } })], size);
    expect(of(28, true)).toEqual([]);
    expect(of(28, false)).toEqual(tooSmall);
    expect(of(24, true)).toEqual(tooSmall);
    expect(of(13, true, [1024, 576])).toEqual(tooSmall);
    expect(of(12, true, [768, 576])).toEqual([]);
  });

  test('the height of a preview is not judged', () => {
    expect(codesOf([line({ letters: { capitalHeight: 6 } })], [640, 360])).toEqual([]);
  });

  test('lower case is judged only without capitals and digits, and is minor', () => {
    const of = (capitalHeight: number | null, lowerCaseHeight: number) =>
      codesOf([line({ text: 'subject to availability', letters: { capitalHeight, lowerCaseHeight } })]);
    expect(of(31, 18)).toEqual([]);
    expect(of(null, 22)).toEqual([]);
    expect(of(null, 19)).toEqual(['supers.height minor']);
  });

  test('each row is judged by its own height', () => {
    const rows = (...heights: number[]) =>
      heights.map((capitalHeight, i) =>
        line({
          text: 'Terms apply',
          box: [0.1, 0.8 + 0.05 * i, 0.6, 0.84 + 0.05 * i],
          letters: { capitalHeight },
        }),
      );
    const [finding, ...more] = judgeSupers(video(rows(31, 31, 22)));
    expect(more).toEqual([]);
    expect(finding!.evidence[0]!.content).toMatchObject({ measured: 22 });
    expect(finding!.details).toContain('22 lines high in the smallest of its 3 rows.');
    expect(codesOf(rows(31, 31, 31))).toEqual([]);
    expect(codesOf(rows(31, 22, 31))).toEqual(tooSmall);
  });

  test('the parts of one row are one measurement', () => {
    const parts = [22, 31, 31].map((capitalHeight, i) =>
      line({
        text: 'Terms apply',
        box: [0.1 + 0.2 * i, 0.9, 0.28 + 0.2 * i, 0.94],
        letters: { capitalHeight },
      }),
    );
    expect(codesOf(parts)).toEqual([]);
  });

  test('letters that could not be measured are not judged', () => {
    expect(codesOf([line({ letters: null })])).toEqual([]);
  });

  test('a finding has the measured value, the threshold, the text and the place', () => {
    const [finding] = judgeSupers(video([line({ letters: { capitalHeight: 24 } })]));
    const anchor = { kind: 'time', startSeconds: 1, endSeconds: 6, bbox: [0.1, 0.9, 0.5, 0.94] };
    expect(finding).toMatchObject({ anchor, confidence: 0.98 });
    expect(finding!.details).toContain('20 pictures');
    expect(finding!.details).toContain('exact to two frames at each end.');
    const [measurement, excerpt] = finding!.evidence;
    expect(measurement).toMatchObject({ content: { measured: 24, threshold: 30, unit: 'lines' }, anchor });
    expect(excerpt).toMatchObject({
      sourceType: 'excerpt',
      content: { text: '“Terms and conditions apply”' },
    });
  });
});

describe('supers.hold', () => {
  const tooBrief = ['supers.hold major'];
  const shown = (words: number, seconds: number, more: Partial<ShownLine> = {}) =>
    line({ text: `T&Cs ${'word '.repeat(words - 1)}`.trim(), endSeconds: 1 + seconds, ...more });

  test.each([
    [4, 2.8],
    [9, 3.8],
    [10, 5],
    [25, 8],
  ])('%d words need %d s', (words, least) => {
    expect(codesOf([shown(words, least - 0.3)])).toEqual(tooBrief);
    expect(codesOf([shown(words, least)])).toEqual([]);
    expect(codesOf([shown(words, least + 0.3)])).toEqual([]);
  });

  test('times that are exact to the interval are judged by the longest possible time', () => {
    expect(codesOf([shown(4, 2.5, { isExact: false })])).toEqual([]);
    expect(codesOf([shown(4, 2, { isExact: false })])).toEqual(tooBrief);
  });

  const headline = (changes: Partial<ShownLine> = {}) =>
    line({
      text: 'Big Summer Sale',
      box: [0.2, 0.2, 0.8, 0.35],
      letters: { capitalHeight: 90 },
      startSeconds: 0,
      endSeconds: 9,
      ...changes,
    });

  test('all words that are on screen at the same time count', () => {
    expect(codesOf([shown(7, 3.4)])).toEqual([]);
    expect(codesOf([shown(7, 3.4), headline()])).toEqual(tooBrief);
    expect(codesOf([shown(7, 3.4), headline({ endSeconds: 1.2 })])).toEqual([]);
    const replaced = [headline({ endSeconds: 2.5 }), headline({ startSeconds: 2.5 })];
    expect(codesOf([shown(6, 3.8), ...replaced])).toEqual([]);
    expect(codesOf([shown(6, 3.8), headline(), headline({ box: [0.2, 0.5, 0.8, 0.65] })])).toEqual(tooBrief);
  });

  test('one or two words that may be a brand name do not count', () => {
    const logo = { ...headline(), letters: conforming };
    expect(codesOf([shown(9, 3.8), headline({ text: 'AURORA' })])).toEqual([]);
    expect(codesOf([shown(9, 3.8), { ...logo, text: 'Acme Bank' }])).toEqual([]);
    expect(codesOf([shown(9, 3.8), { ...logo, text: 'Terms Apply' }])).toContain('supers.hold major');
    expect(codesOf([shown(9, 3.8), headline({ text: 'Big Sale' })])).toEqual(tooBrief);
  });

  test('digits alone do not count, unless they are a price or a percentage', () => {
    expect(codesOf([shown(9, 3.8), headline({ text: '0000 11' })])).toEqual([]);
    expect(codesOf([shown(9, 3.8), headline({ text: '£9.99' })])).toEqual(tooBrief);
    expect(codesOf([shown(9, 3.8), headline({ text: '50%' })])).toEqual(tooBrief);
  });

  test('exact times may be wrong by two frames at each end', () => {
    expect(codesOf([shown(4, 2.8 - 0.16)])).toEqual([]);
    expect(codesOf([shown(4, 2.8 - 0.17)])).toEqual(['supers.hold major']);
  });

  test('one word is written in the singular', () => {
    const [alone] = judgeSupers(video([shown(1, 1)]));
    expect(alone).toMatchObject({ summary: expect.stringContaining('text of 1 word for 1 s') as string });
    expect(alone!.details).toContain('It has 1 word, for');
    const [beside] = judgeSupers(video([shown(1, 1), headline({ text: '50%' })]));
    expect(beside!.summary).toContain('text of 1 word, with 1 more on screen, for');
    expect(beside!.details).toContain('It has 1 word, and 1 more word is on screen at the same time, for');
    const [many] = judgeSupers(video([shown(2, 1), headline()]));
    expect(many!.details).toContain(
      'It has 2 words, and up to 3 more words are on screen at the same time, for',
    );
  });

  test('text that stands for less than half a second is not judged', () => {
    expect(codesOf([shown(9, 0.4)])).toEqual([]);
  });

  test('two readings of one text that follow each other are one text', () => {
    const [first, second] = [shown(4, 1.5), shown(4, 3)];
    const parts = [
      { ...first, isExact: false },
      { ...second, startSeconds: 2.5, text: 'T&Cs word word wond', isExact: false },
    ];
    expect(codesOf(parts)).toEqual([]);
    const other = { ...parts[1]!, text: 'Subject to status here' };
    expect(codesOf([parts[0]!, other])).toEqual(['supers.hold major', 'supers.hold major']);
  });
});

describe('two supers in the same place', () => {
  const shownAt = (text: string, startSeconds: number, endSeconds: number) =>
    line({ text, startSeconds, endSeconds });

  test('are judged one by one if they differ in a word', () => {
    const [one, other] = ['Available only in England now', 'Available only in Ireland now'];
    expect(codesOf([shownAt(one, 1, 3)])).toEqual(['supers.hold major']);
    expect(codesOf([shownAt(one, 1, 3), shownAt(other, 3, 5)])).toEqual([
      'supers.hold major',
      'supers.hold major',
    ]);
  });

  test('with the same text are two if there is a pause, however long the video is', () => {
    const lines = [
      shownAt('Terms and conditions apply', 0, 2),
      shownAt('Terms and conditions apply', 10, 12),
    ];
    const long = { ...video(lines), intervalSeconds: 9 };
    expect(judgeSupers(long).map(({ ruleCode }) => ruleCode)).toEqual(['supers.hold', 'supers.hold']);
  });

  test('are one text if one of them was read wrongly while it faded in', () => {
    const read = shownAt('Power cord required (not shown).', 1, 5);
    const misread = { ...shownAt('Peer cord required (not sho', 0.9, 3), confidence: 0.7 };
    expect(codesOf([misread, read])).toEqual([]);
    const sure = { ...shownAt('Peer cord required (not shown).', 1, 5), confidence: 0.97 };
    expect(codesOf([sure, read])).toEqual([]);
    // While it fades in, a reading may be sure but faint.
    const fading = { ...sure, endSeconds: 1.8, letters: { ...conforming, contrast: 2 } };
    expect(codesOf([fading, { ...read, confidence: 0.95 }])).toEqual([]);
    // A slogan of three words, which are no small print, was read twice with other accents.
    const slogan = [shownAt('PENTRU CĂ MERITĂM.', 1, 1.7), shownAt('PENTRU ÇÃ MERITĂM.', 1.1, 1.7)];
    expect(codesOf(slogan)).toEqual([]);
  });

  test('are one long text if a few of its letters were misread for a time', () => {
    const at = (text: string, startSeconds: number, endSeconds: number, left = 0.12) => ({
      ...shownAt(text, startSeconds, endSeconds),
      box: [left, 0.9, 0.69, 0.94] as ShownLine['box'],
    });
    const read = at("“Word” is the registered trademark of 'the Word-Word Company'. Subject to status", 1, 5);
    expect(codesOf([at(read.text, 1, 1.7)])).toEqual(['supers.hold major']);
    const misread = at(
      "“Word” is the registered trademark of 'the Word-Word Company' . Snbigct to status",
      5,
      5.6,
    );
    const part = at("ol'the Word-Word . Company Subject to status", 0.4, 1, 0.37);
    expect(
      codesOf([part, { ...read, endSeconds: 9 }, { ...misread, startSeconds: 9, endSeconds: 9.6 }]),
    ).toEqual([]);
  });

  test('are one text if an object behind it leaves only some words readable for a time', () => {
    const read = shownAt('Color may vary by country', 1, 2.2);
    const part = { ...shownAt('by country', 2.4, 5), box: [0.34, 0.9, 0.5, 0.94] as ShownLine['box'] };
    expect(codesOf([read])).toEqual(['supers.hold major']);
    expect(codesOf([read, part])).toEqual([]);
    expect(codesOf([part, { ...read, startSeconds: 5, endSeconds: 6.2 }])).toEqual([]);
    // The part was read with less contrast.
    const faint = { ...part, letters: { ...conforming, contrast: 3 } };
    expect(codesOf([read, faint])).toEqual(['supers.contrast minor']);
    // A faint part that is shown for less than a second may be a fade.
    expect(codesOf([read, { ...faint, endSeconds: 3.2 }])).toEqual(['supers.hold major']);
    // Elsewhere in the row, the same words are another text.
    const other = { ...part, box: [0.3, 0.9, 0.41, 0.94] as ShownLine['box'] };
    expect(codesOf([read, other])).toEqual(['supers.hold major']);
  });

  test('that are on screen together have one finding about the time, with the texts of both', () => {
    const terms = shownAt('Terms and conditions apply', 1, 2);
    const other = {
      ...shownAt('See website for details', 1, 2),
      box: [0.6, 0.7, 0.9, 0.74] as ShownLine['box'],
    };
    const [finding, ...more] = judgeSupers(video([terms, other]));
    expect(more).toEqual([]);
    expect(JSON.stringify(finding!.evidence)).toMatch(/Terms and conditions.*See website/);
  });

  test('have one finding about the time that leads with the longer text, not with a label', () => {
    const label = {
      ...shownAt('Serving Suggestion', 1, 2),
      box: [0.41, 0.5, 0.45, 0.52] as ShownLine['box'],
    };
    const [finding] = judgeSupers(
      video([label, shownAt('Refer pack for details. As prepared by hand', 1, 2.1)]),
    );
    expect(finding!.summary).toContain('Refer pack');
  });

  test('are one if tiny letters are read differently from picture to picture', () => {
    const reading = (text: string, startSeconds: number, endSeconds: number) =>
      line({ text, startSeconds, endSeconds, box: [0.1, 0.9, 0.8, 0.92], letters: { capitalHeight: 6 } });
    const read = [
      reading('*Sephora has the exclusive rights of distribution, terms apply', 0, 4),
      reading('*Sephcra bas tbe exclusive rigbts cf distribuiion, terms applv', 4, 7),
      reading('*Sephora has lhe exciusive riahts of dislribution, term', 7.2, 12),
    ];
    expect(judgeSupers(video(read))).toMatchObject([
      { ruleCode: 'supers.height', anchor: { startSeconds: 0, endSeconds: 12 } },
    ]);
    const others = [
      reading('*Clinical test on 30 women, terms apply', 0, 2),
      reading('*Extension of lashes from a tube, conditions', 2, 4),
    ];
    expect(codesOf(others)).toEqual([
      'supers.height major',
      'supers.height major',
      'supers.hold major',
      'supers.hold major',
    ]);
  });

  test('are one block if tiny letters are read as several texts that overlap', () => {
    const row = (
      text: string,
      at: number,
      [startSeconds, endSeconds]: [number, number],
      { left = 0.1, right = 0.6, contrast = 6 } = {},
    ) =>
      line({
        ...{ text, startSeconds, endSeconds, box: [left, 0.9 + at * 0.015, right, 0.92 + at * 0.015] },
        letters: { capitalHeight: 4, contrast },
      });
    const long: [number, number] = [0, 4];
    const readings = [
      row('Acme and the Acme logo are registered trademarks of Acme', 0, long),
      row('The image is a registered trademark, used with permission', 1, long),
      row('Arne oud lbe Aorue', 0, [0, 1.2], { right: 0.3, contrast: 1.2 }),
      row('inaqe ls o neqistened tnademonk', 1, [0, 2.5], { left: 0.2, right: 0.5 }),
      row('tbe Aome bgo', 0, [0, 0.6], { left: 0.2, right: 0.3 }),
      // The contrast of so small letters is not measured well.
      row('Created by Acme', 2, long, { right: 0.25, contrast: 1.02 }),
    ];
    const found = judgeSupers(video(readings));
    expect(found).toMatchObject([
      { ruleCode: 'supers.height', anchor: { startSeconds: 0, endSeconds: 4 } },
      { ruleCode: 'supers.hold', summary: expect.stringContaining('of 22 words for 4 s') as string },
    ]);
    // Rows of another block beside it are another text, with its own times and contrast.
    const beside = row('See website for details of the offer', 0, [0, 2], {
      ...{ left: 0.7, right: 0.9, contrast: 2 },
    });
    expect(codesOf([...readings, beside])).toContain('supers.contrast minor');
  });

  test('are one with exact times if a rough reading begins within the interval before the exact one', () => {
    const exact = shownAt('Captured in the game. Terms apply', 1.1, 4);
    const rough = { ...shownAt('Captured in the ganne. Terms apply', 1, 1.5), isExact: false };
    expect(judgeSupers(video([rough, exact]))).toMatchObject([
      { ruleCode: 'supers.hold', evidence: [{ content: { measured: 2.9 } }, {}] },
    ]);
    const earlier = { ...rough, startSeconds: 0.5, endSeconds: 2 };
    expect(codesOf([earlier, exact])).toEqual([]);
  });

  test('have one finding a picture if another text stays over several pictures', () => {
    const long = {
      ...shownAt('Terms and conditions apply. See the website for the details of all our offers', 0, 5),
      box: [0.1, 0.8, 0.5, 0.84] as ShownLine['box'],
    };
    const found = judgeSupers(
      video([long, shownAt('New customers only', 0, 1), shownAt('While our stocks last', 3, 4)]),
    );
    expect(found).toMatchObject([
      { ruleCode: 'supers.hold', anchor: { startSeconds: 0, endSeconds: 5 } },
      { ruleCode: 'supers.hold', anchor: { startSeconds: 3, endSeconds: 4 } },
    ]);
  });

  test('with the same text are one if the interval hides where the first ends', () => {
    const first = { ...shownAt('Terms and conditions apply', 0, 9), isExact: false };
    const long = { ...video([first, shownAt('Terms and conditions apply', 4, 6)]), intervalSeconds: 9 };
    expect(judgeSupers(long)).toEqual([]);
  });
});

test('supers.contrast finds letters below 4.5 : 1, with a margin for compression', () => {
  const of = (contrast: number) => codesOf([line({ letters: { contrast } })]);
  expect(of(4.2)).toEqual(['supers.contrast minor']);
  expect(of(4.3)).toEqual([]);
  expect(of(4.6)).toEqual([]);
});

describe('supers.unreadable', () => {
  const unread = (changes: Parameters<typeof line>[0] = {}) =>
    line({ text: 'lerns anb con', confidence: 0.41, letters: { capitalHeight: 12 }, ...changes });

  test('finds low and small text that appears and disappears', () => {
    expect(codesOf([unread()])).toEqual(['supers.unreadable minor']);
    expect(codesOf([unread({ confidence: 0.55 })])).toEqual([]);
  });

  test('is the more certain, the less certain the reading is', () => {
    const confidenceOf = (confidence: number) => judgeSupers(video([unread({ confidence })]))[0]!.confidence;
    expect(confidenceOf(0.41)).toBe(0.59);
    expect(confidenceOf(0.1)).toBe(0.9);
  });

  test('does not take textures for text', () => {
    expect(codesOf([unread({ isExact: false })])).toEqual([]);
    expect(codesOf([unread({ endSeconds: 1.6 })])).toEqual([]);
    expect(codesOf([unread({ box: [0.1, 0.3, 0.5, 0.34] })])).toEqual([]);
    expect(codesOf([unread({ letters: { capitalHeight: 80 } })])).toEqual([]);
  });
});

test('the text of a screen is no small print', () => {
  const rows = (count: number, words: number, box: (at: number) => ShownLine['box']) =>
    Array.from({ length: count }, (_, at) =>
      line({
        text: 'simulated images '.repeat(words / 2).trim(),
        box: box(at),
        letters: { capitalHeight: 12 },
      }),
    );
  const small = (at: number): ShownLine['box'] => [
    0.1 + 0.2 * (at % 4),
    0.1 + 0.022 * at,
    0.25 + 0.2 * (at % 4),
    0.115 + 0.022 * at,
  ];
  expect(codesOf(rows(31, 2, small))).toEqual([]);
  const page = (at: number): ShownLine['box'] => [0.05, 0.1 + 0.06 * at, 0.9, 0.13 + 0.06 * at];
  expect(codesOf(rows(12, 12, page))).toEqual([]);
});

describe('an address at the top', () => {
  const terms = line({ letters: { capitalHeight: 12 } });
  const address = (text: string, box: ShownLine['box'] = [0.1, 0.11, 0.3, 0.15]) => line({ text, box });

  test.for([
    'https://shop.example/sale',
    'shop.example/proto/Untitled?page=2',
    'shop.example/?page=2',
    'www.shop.example/kurta/12',
  ])('is that of a page in a browser, whose text is no small print: %s', (text) => {
    expect(codesOf([terms, address(text)])).toEqual([]);
    expect(codesOf([terms, address(text, [0.1, 0.8, 0.3, 0.84])])).toContain('supers.height major');
  });

  test.for([
    'www.shop.example',
    'shop.example/sale',
    'shop.example/sale/',
    'T&Cs at shop.example/sale/terms',
  ])('is that of an advertiser: %s', (text) =>
    expect(codesOf([terms, address(text)])).toContain('supers.height major'),
  );
});

test('a long text near the lower edge is small print, however many words it has', () => {
  const rows = Array.from({ length: 6 }, (_, at) =>
    line({
      text: 'Representative APR of a loan that has many terms and many conditions, in words without end here',
      box: [0.05, 0.74 + 0.04 * at, 0.95, 0.77 + 0.04 * at],
      endSeconds: 30,
      letters: { capitalHeight: 12 },
    }),
  );
  expect(codesOf(rows)).toContain('supers.height major');
});

test('a counter is no text for reading', () => {
  const dates = ['29 Mar', '31 Mar', '02 Mar', '04 Mar'].map((date, at) =>
    line({ text: `Offer ends ${date} 2025`, startSeconds: 1 + 0.6 * at, endSeconds: 1.9 + 0.6 * at }),
  );
  expect(codesOf(dates)).toEqual([]);
  expect(codesOf(dates.slice(0, 1))).toEqual(['supers.hold major']);
  expect(codesOf([dates[0]!, { ...dates[1]!, startSeconds: 8, endSeconds: 9 }])).toHaveLength(2);
});

describe('lines of one super', () => {
  const defects = { capitalHeight: 20, contrast: 2 };
  const block = [0.8, 0.85, 0.9].map((top) =>
    line({
      text: 'Terms apply to all of it',
      box: [0.1, top, 0.6, Number((top + 0.04).toFixed(2))],
      letters: defects,
    }),
  );

  test('make one finding per rule, with all of their text', () => {
    const findings = judgeSupers(video(block));
    expect(findings.map(({ ruleCode }) => ruleCode)).toEqual([
      'supers.height',
      'supers.hold',
      'supers.contrast',
    ]);
    expect(findings[0]!.anchor).toMatchObject({ bbox: [0.1, 0.8, 0.6, 0.94] });
    expect(findings[1]!.evidence[0]!.content).toMatchObject({ measured: 5, threshold: 6.6 });
  });

  test('are not lines elsewhere, at other times or of another size', () => {
    const [first, second] = block;
    const count = (other: ShownLine) =>
      codesOf([first!, other]).filter((code) => code.includes('height')).length;
    expect(count(second!)).toBe(1);
    expect(count({ ...second!, box: [0.1, 0.1, 0.6, 0.14] })).toBe(2);
    expect(count({ ...second!, startSeconds: 2.5 })).toBe(2);
    expect(count({ ...second!, letters: { ...conforming, capitalHeight: 10 } })).toBe(2);
  });

  test('are not the logos above them', () => {
    const logos = ['RAVEN', 'Beenox'].map((text, at) =>
      line({ text, box: [0.1 + 0.3 * at, 0.85, 0.2 + 0.3 * at, 0.89], letters: defects }),
    );
    const [finding] = judgeSupers(video([...logos, block[2]!]));
    expect(finding!.summary).toContain('“Terms apply to all of it”');
    const first = line({ text: 'Subject to status.', box: [0.1, 0.85, 0.3, 0.89], letters: defects });
    expect(judgeSupers(video([first, block[2]!]))[0]!.summary).toContain('“Subject to status. Terms');
  });

  test('beyond 50 findings of a rule, the others are counted', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      line({ startSeconds: 10 * i, endSeconds: 10 * i + 6, letters: { capitalHeight: 20 } }),
    );
    expect(judgeSupers(video(many))).toHaveLength(51);
  });
});
