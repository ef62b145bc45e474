import { describe, expect, test } from 'vitest';
import { maxReported } from '../../formats/capped-collections.ts';
import { judgeClaims } from '../../sidekicks/claims/judge-claims.ts';
import { pictureClaims } from '../../sidekicks/claims/picture-claims.ts';
import { claimsDescription } from '../../sidekicks/claims/rules.ts';
import { checkFindings } from '../../contract/check-findings.ts';
import type { Finding } from '../../contract/finding.ts';
import type { LeftOut, ShownLine, ShownText, TextLine } from '../../text/shown-text.ts';
import { claimLines, pictureTexts, shortAdvertisements } from '../support/picture-texts.ts';
import { during, textBlock, textLine } from '../support/shown-lines.ts';

const size = { width: 1_920, height: 1_080 };
const judged = (text: Exclude<ShownText, { kind: 'pages' }>): Finding[] =>
  checkFindings(claimsDescription, judgeClaims(pictureClaims(text), text));
const inImage = (...lines: TextLine[]) => judged({ kind: 'image', ...size, lines });
const inVideo = (...lines: ShownLine[]) =>
  judged({ kind: 'video', ...size, picturesRead: 24, intervalSeconds: 0.5, lines });
const quotesOf = (findings: readonly Finding[]) =>
  findings.map(({ evidence }) => (evidence[0]!.content as { quote: string }).quote);

describe('a claim in an image', () => {
  test('over two lines has a region around both, and what was read', () => {
    const [upper, lower] = textBlock(0.1, 0.2, 'New! Kills 99.9%', 'of bacteria') as [TextLine, TextLine];
    const [only, ...more] = inImage(upper, { ...lower, confidence: 0.84 }, textLine('Shop now', 0.6, 0.8));
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      ruleCode: 'absolute.performance',
      summary: 'Absolute claim: “Kills 99.9% of bacteria”',
      // The claim is not more certain than its reading.
      confidence: 0.84,
      anchor: { kind: 'region', x: 0.1, y: 0.2, width: 0.32, height: 0.11 },
      evidence: [
        {
          sourceType: 'excerpt',
          confidence: 0.84,
          content: {
            quote: 'Kills 99.9% of bacteria',
            context: 'New! Kills 99.9% of bacteria',
            readConfidence: 0.84,
          },
        },
      ],
    });
    expect(only!.details).toContain('with a confidence of 0.84');
  });

  test('in one line of a block has the region of this line', () => {
    const [finding] = inImage(...textBlock(0.1, 0.2, 'Soft soap', 'Clinically proven', 'in Leeds'));
    expect(finding!.anchor).toMatchObject({ y: 0.26, height: 0.05 });
  });

  test('is not put together from columns', () => {
    const left = textBlock(0.05, 0.1, 'Clinically', 'tidy rooms');
    const right = textBlock(0.35, 0.1, 'proven', 'by time');
    expect(inImage(...left, ...right)).toEqual([]);
  });

  test.for([
    ['Save £1.99 today', ['Save £1.99']],
    ['Save up to £1,299 now', ['Save up to £1,299']],
    ['Was £1,049.50, now £19.99', ['Was £1,049.50, now £19.99']],
    ['Was £4O, now £19.99', []],
  ] as const)('is quoted with its numbers as they were read: %s', ([text, quotes]) => {
    expect(quotesOf(inImage(textLine(text, 0.1, 0.1)))).toEqual(quotes);
  });

  test('is not reported if a line of it was read with little confidence', () => {
    const [upper, lower] = textBlock(0.1, 0.2, 'Kills 99.9%', 'of bacteria') as [TextLine, TextLine];
    expect(inImage(upper, { ...lower, confidence: 0.7 })).toEqual([]);
    expect(inImage(textLine('Clinically proven', 0.1, 0.1, { confidence: 0.79 }))).toEqual([]);
  });

  test('is negated by a line that was read with little confidence', () => {
    const [upper, lower] = textBlock(0.1, 0.2, 'Results are not', 'guaranteed') as [TextLine, TextLine];
    expect(inImage({ ...upper, confidence: 0.7 }, lower)).toEqual([]);
  });

  test.for(['Clinicaly prowen', 'C1inical proof', 'guarantecd', '99.9 of bacteria', 'sawe 50'])(
    'is not guessed from misread words: %s',
    (text) => {
      expect(inImage(textLine(text, 0.1, 0.1))).toEqual([]);
    },
  );
});

describe('a claim in a video', () => {
  const [upper, lower] = textBlock(0.1, 0.2, 'Kills 99.9%', 'of bacteria') as [TextLine, TextLine];

  test('has the time for which all of its lines are shown, and their box', () => {
    const [only, ...more] = inVideo(during(upper, 1, 5), during(lower, 2, 5.2));
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      summary: 'Absolute claim from 0:02.00 to 0:05.00: “Kills 99.9% of bacteria”',
      anchor: { kind: 'time', startSeconds: 2, endSeconds: 5, bbox: [0.1, 0.2, 0.32, 0.31] },
    });
    expect(only!.details).toContain('Text was read in 24 pictures, one every 0.5 s.');
    expect(only!.details).not.toContain('exact');
  });

  test('says that its times are not exact', () => {
    const line = { ...during(textLine('Clinically proven', 0.1, 0.1), 1, 2), isExact: false };
    expect(inVideo(line)[0]!.details).toContain('Its times are exact to the interval of 0.5 s.');
  });

  test('is one claim while the lines around it change', () => {
    const head = during(textLine('Clinically proven', 0.1, 0.2), 0, 9);
    const below = ['on skin', 'on hair', 'on nails'].map((text, i) =>
      during(textLine(text, 0.1, 0.26), 3 * i, 3 * i + 3),
    );
    expect(inVideo(head, ...below).map(({ anchor }) => anchor)).toMatchObject([
      { startSeconds: 0, endSeconds: 9, bbox: [0.1, 0.2, 0.44, 0.25] },
    ]);
  });

  test('is one claim if its line was divided at a picture that was misread', () => {
    const line = textLine('Clinically proven', 0.1, 0.2);
    const second = { ...line, text: 'CLINICALLY  PROVEN' };
    expect(inVideo(during(line, 0, 3), during(second, 3.4, 6)).map(({ anchor }) => anchor)).toMatchObject([
      { startSeconds: 0, endSeconds: 6 },
    ]);
  });

  test('that is shown again has one finding with both times', () => {
    const line = textLine('Clinically proven', 0.1, 0.2);
    const [only, ...more] = inVideo(during(line, 0, 3), during(line, 8, 9));
    expect(more).toEqual([]);
    expect(only).toMatchObject({
      summary: 'Claim of proof from 0:00.00 to 0:03.00 (in 2 places): “Clinically proven”',
      anchor: { startSeconds: 0, endSeconds: 3 },
      evidence: [{ anchor: { startSeconds: 0 } }, { anchor: { startSeconds: 8, endSeconds: 9 } }],
    });
    expect(only!.details).toContain('the same words in 2 places. The evidence lists all of them.');
  });

  test('is found in well-read lines although a line next to them was misread for a part of the time', () => {
    const [head, misread] = textBlock(0.1, 0.2, 'Twice as strong', 'as the leading brand') as [
      TextLine,
      TextLine,
    ];
    const shown = [
      during(head, 0, 6),
      during({ ...misread, confidence: 0.6 }, 0, 3),
      during(textLine('and tasty', 0.1, 0.26), 3, 6),
    ];
    expect(quotesOf(inVideo(...shown))).toEqual(['Twice as strong']);
  });

  test('in two places, each read as two lines, has two places', () => {
    const places = [0.1, 0.8].map((top) => textLine('Clinically proven', 0.1, top));
    const lines = places.flatMap((line) => [during(line, 0, 3), during(line, 3, 6)]);
    const [only, ...more] = inVideo(...lines);
    expect(more).toEqual([]);
    expect(only!.evidence.map(({ anchor }) => anchor)).toMatchObject([
      { startSeconds: 0, endSeconds: 6, bbox: [0.1, 0.1, 0.44, 0.15] },
      { startSeconds: 0, endSeconds: 6, bbox: [0.1, 0.8, 0.44, 0.85] },
    ]);
  });

  test('quotes only lines around it that were well read and are shown for all of its time', () => {
    const lines = textBlock(0.1, 0.2, 'Aloe vera', 'Clinically proven', 'on skin', 'on hair', 'Soft soap');
    const [above, own, below, later, last] = lines as [TextLine, TextLine, TextLine, TextLine, TextLine];
    const [finding, ...more] = inVideo(
      ...[during(above, 0.1, 6), during(own, 0, 6), during({ ...below, confidence: 0.7 }, 0, 6)],
      ...[during(later, 0, 3.5), during(last, 0, 6)],
    );
    expect(more).toEqual([]);
    expect(finding!.details).toContain('is: “Aloe vera Clinically proven … Soft soap”.');
  });

  test('says how much text of the video was left out', () => {
    const lines = [during(textLine('Clinically proven', 0.1, 0.2), 0, 2)];
    const video = { kind: 'video', ...size, picturesRead: 400, intervalSeconds: 9, lines } as const;
    const detailsOf = (text: typeof video & { leftOut?: LeftOut }) => judged(text)[0]!.details;
    expect(detailsOf(video)).not.toContain('left out');
    expect(detailsOf({ ...video, leftOut: { lines: 12, pictures: 3, unreadPictures: 0 } })).toContain(
      'Text was left out: the last lines of the video (12), the lowest lines of pictures (3).',
    );
    expect(detailsOf({ ...video, leftOut: { lines: 0, pictures: 0, unreadPictures: 40 } })).toContain(
      'Text was read in 400 pictures, at most 9 s apart. Text was left out: whole pictures (40), because reading took ' +
        'more than its share of processor time.',
    );
  });

  test('of a video whose pictures were not all read is not complete', () => {
    const leftOut = { lines: 0, pictures: 0, unreadPictures: 1 };
    expect(
      judged({ kind: 'video', ...size, picturesRead: 59, intervalSeconds: 1, lines: [], leftOut }),
    ).toMatchObject([
      { ruleCode: 'text.unread', summary: 'The text of one picture of the video was not read' },
    ]);
  });

  test('has two places after a pause, however long the interval of the pictures is', () => {
    const line = textLine('Clinically proven', 0.1, 0.2);
    const lines = [during(line, 0, 2), during(line, 10, 12)];
    const [only] = judged({ kind: 'video', ...size, picturesRead: 400, intervalSeconds: 9, lines });
    expect(only!.evidence).toHaveLength(2);
  });

  test(`is counted only, after the first ${maxReported}`, () => {
    const line = (i: number) => textLine(`Save £${i + 10}`, 0.1, 0.2);
    const findings = inVideo(...Array.from({ length: 30 }, (_, i) => during(line(i), 4 * i, 4 * i + 2)));
    expect(findings).toHaveLength(maxReported + 1);
    expect(findings.at(-1)).toMatchObject({
      anchor: { kind: 'asset' },
      evidence: [{ content: { count: 30 } }],
    });
  });

  test('is found in bounded time among many lines', () => {
    const words = 'no guarantee 9 out of 100 % cures '.repeat(25);
    const lines = Array.from({ length: 2_000 }, (_, i) =>
      during(textLine(words, 0.1, (i % 200) * 0.004), i / 10, i / 10 + 20),
    );
    const startedAt = performance.now();
    inVideo(...lines);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe('the tone of a picture', () => {
  test.for(Object.entries(pictureTexts))('lets generic words pass in %s', ([, frames]) => {
    const found = frames
      .map((blocks) => quotesOf(inImage(...layOut(blocks))))
      .filter(({ length }) => length > 0);
    expect(found).toEqual([]);
  });

  test.for(shortAdvertisements)('lets generic words count in an advertisement: %s', (blocks) => {
    expect(inImage(...layOut(blocks))).not.toEqual([]);
  });
});

test('a picture in another language than English is not judged, and a finding says so', () => {
  const lines = textBlock(0.1, 0.2, 'Con el poder del zinc', 'para una sonrisa más sana', '100% effective');
  expect(inImage(...lines)).toMatchObject([
    {
      ruleCode: 'language.unjudged',
      severity: 'info',
      summary: 'The text was not judged, because it is in another language than English',
    },
  ]);
});

test.for([
  ['French in capitals', ['LIVRAISON 48H', 'LA BOUTIQUE', 'DISPONIBLE SUR WEB & APPLI']],
  ['Croatian', ['pojačaj uživanje na', 'nježnost ima ljepši ukus']],
  ['Turkish', ['İhtiyaç Kredisi', '%1.6’dan başlayan faiz ile', 'Yapmak istediğiniz işlemi giriniz']],
] as const)('a picture with a few words in %s is not judged', ([, texts]) => {
  const findings = inImage(...textBlock(0.1, 0.2, ...texts, '100% effective'));
  expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['language.unjudged']);
});

test('a brand name with a letter of another language is judged, however often it is shown', () => {
  const lines = textBlock(0.1, 0.2, 'Škoda Karoq', 'ŠKODA. Simply Clever', 'New Škoda Kodiaq', '100% safe');
  expect(inImage(...lines).map(({ ruleCode }) => ruleCode)).toEqual(['absolute.performance']);
});

describe('a line of an advertisement', () => {
  const lines = Object.entries(claimLines).flatMap(([ruleCode, texts]) =>
    texts.map((text): [string, string] => [ruleCode, text]),
  );

  test.for(lines)('has a claim of %s: %s', ([ruleCode, text]) => {
    expect(inImage(textLine(text, 0.1, 0.1)).map((finding) => finding.ruleCode)).toContain(ruleCode);
  });
});

/** Returns the lines of blocks, which ` / ` separates. ` | ` separates the lines of a block. */
function layOut(blocks: string): TextLine[] {
  let top = 0;
  return blocks.split(' / ').flatMap((block) => {
    const lines = textBlock(0.05, top, ...block.split(' | '));
    top = lines.at(-1)!.box[3] + 0.1;
    return lines;
  });
}
