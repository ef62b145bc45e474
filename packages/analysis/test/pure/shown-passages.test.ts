import { describe, expect, test } from 'vitest';
import { linesOfPicture, linesOfVideo } from '../../sidekicks/claims/shown-lines.ts';
import { shownPassages } from '../../sidekicks/claims/shown-passages.ts';
import type { ShownLine, TextLine } from '../../text/shown-text.ts';
import { during, textBlock, textLine } from '../support/shown-lines.ts';

const passages = (...lines: TextLine[]) => shownPassages(linesOfPicture(lines)).map(({ text }) => text);
const videoPassages = (...lines: ShownLine[]) => shownPassages(linesOfVideo(lines)).map(({ text }) => text);

describe('lines are one passage', () => {
  test('in a block with a common left edge', () => {
    expect(passages(...textBlock(0.1, 0.1, 'Kills 99.9%', 'of bacteria'))).toEqual([
      'Kills 99.9%\nof bacteria',
    ]);
  });

  test('in a block with a common centre or right edge', () => {
    expect(passages(textLine('Simply the', 0.3, 0.1), textLine('best', 0.36, 0.16))).toHaveLength(1);
    expect(passages(textLine('Simply the', 0.3, 0.1), textLine('best', 0.42, 0.16))).toHaveLength(1);
  });

  test('if the first line of a paragraph is indented', () => {
    const texts = ['Our serum is said to have been', 'clinically proven by a university'] as const;
    expect(passages(textLine(texts[0], 0.16, 0.1), textLine(texts[1], 0.1, 0.16))).toHaveLength(1);
  });

  test('if they are parts of one line', () => {
    expect(passages(textLine('Twice as', 0.1, 0.1), textLine('strong', 0.28, 0.102))).toEqual([
      'Twice as strong',
    ]);
  });

  test('if the second one, further below, goes on in lower case', () => {
    expect(passages(textLine('Kills 99.9%', 0.1, 0.1), textLine('of bacteria', 0.1, 0.19))).toHaveLength(1);
    expect(passages(textLine('Kettle', 0.1, 0.1), textLine('Lamp', 0.1, 0.19))).toHaveLength(2);
  });
});

describe('lines are separate passages', () => {
  test('in columns, which are read one after the other', () => {
    const left = textBlock(0.05, 0.1, 'Clinically', 'tested', 'fabric');
    const right = textBlock(0.35, 0.1, 'Proven', 'in war', 'and peace');
    expect(passages(...[0, 1, 2].flatMap((row) => [left[row]!, right[row]!]))).toEqual([
      'Clinically\ntested\nfabric',
      'Proven\nin war\nand peace',
    ]);
  });

  test.for([
    ['far below', textLine('of bacteria', 0.1, 0.25)],
    ['of another size', textLine('of bacteria', 0.1, 0.16, { scale: 2 })],
    ['elsewhere', textLine('of bacteria', 0.5, 0.16)],
  ] as const)('if the second one is %s', ([, second]) => {
    expect(passages(textLine('Kills 99.9%', 0.1, 0.1), second)).toHaveLength(2);
  });
});

test('a line that begins with a capital after a line in lower case begins a sentence', () => {
  expect(passages(...textBlock(0.1, 0.1, 'No contract needed', 'Unlimited data'))).toEqual([
    'No contract needed\n\nUnlimited data',
  ]);
  expect(passages(...textBlock(0.1, 0.1, 'Results are not', 'Guaranteed'))).toEqual([
    'Results are not\nGuaranteed',
  ]);
  expect(passages(...textBlock(0.1, 0.1, 'RESULTS ARE', 'GUARANTEED'))).toEqual([
    'RESULTS ARE\nGUARANTEED'.toUpperCase(),
  ]);
});

test('each line has its position in the passage', () => {
  const [passage] = shownPassages(linesOfPicture(textBlock(0.1, 0.1, 'Kills 99.9%', 'of bacteria')));
  expect(passage!.parts.map(({ line, start, end }) => [line.text, passage!.text.slice(start, end)])).toEqual([
    ['Kills 99.9%', 'Kills 99.9%'],
    ['of bacteria', 'of bacteria'],
  ]);
});

test('lines without text or area are left out', () => {
  expect(
    passages(textLine('', 0.1, 0.1), { ...textLine('Tea', 0.1, 0.2), box: [0.1, 0.2, 0.1, 0.3] }),
  ).toEqual([]);
});

describe('lines of a video', () => {
  const [upper, lower] = textBlock(0.1, 0.1, 'Kills 99.9%', 'of bacteria') as [TextLine, TextLine];
  const other = textLine('of viruses.', 0.1, 0.16);

  test('are one passage if they are shown at the same time', () => {
    expect(videoPassages(during(upper, 1, 4), during(lower, 2, 4))).toEqual(['Kills 99.9%\nof bacteria']);
  });

  test('are separate if one follows the other, or if they overlap for a moment', () => {
    expect(videoPassages(during(upper, 1, 2), during(lower, 2, 4))).toHaveLength(2);
    expect(videoPassages(during(upper, 1, 2.2), during(lower, 2, 4))).toHaveLength(2);
  });

  test('are in one passage with each line that follows another in its place', () => {
    expect(videoPassages(during(upper, 0, 6), during(lower, 0, 3), during(other, 3, 6))).toEqual([
      'Kills 99.9%\nof bacteria',
      'Kills 99.9%\nof viruses.',
    ]);
  });
});
