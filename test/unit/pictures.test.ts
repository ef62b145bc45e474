import { expect, test } from 'vitest';
import { addPictures } from '../../activities/record/add-pictures.ts';
import { sandboxIssues } from '../../activities/record/sandbox-issues.ts';
import { momentsOf } from '../../activities/analyse/take-pictures.ts';
import { issue as issueSchema, type Issue } from '@assay/domain/contracts/issue.ts';
import { maxPictures, splitAtPictures } from '@assay/domain/pictures.ts';

const subject = {
  submissionId: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8e',
  assetId: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f',
};
const [some] = sandboxIssues(subject, 'fail', new Date()) as [Issue];
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const digestOf = (number: number) => String(number).padStart(32, '0');

/** Returns an issue that covers a time range. */
const at = (number: number, startSeconds: number, endSeconds: number, parts: Partial<Issue> = {}): Issue => ({
  ...some,
  id: idOf(number),
  severity: 'minor',
  anchor: { kind: 'time', startSeconds, endSeconds },
  ...parts,
});

test('a moment is the middle of a time range, and issues with the same middle share it', () => {
  expect(
    momentsOf([at(1, 5, 8), at(2, 6, 7), at(3, 20, 20), { ...some, anchor: { kind: 'asset' } }]),
  ).toEqual([
    { atSeconds: 6.5, startSeconds: 6, endSeconds: 7, issueIds: [idOf(1), idOf(2)] },
    { atSeconds: 20, startSeconds: 20, endSeconds: 20, issueIds: [idOf(3)] },
  ]);
});

test('if there are too many moments, those of the most severe issues are taken, then the earliest', () => {
  const issues = Array.from({ length: 100 }, (_, index) => at(index, index, index));
  issues[90] = at(90, 90, 90, { severity: 'critical' });
  const moments = momentsOf(issues).map(({ atSeconds }) => atSeconds);
  expect(moments).toEqual([90, ...Array.from({ length: maxPictures - 1 }, (_, index) => index)]);
});

test('a picture is added to the evidence of the first contributor, and nothing else changes', () => {
  const issues = [at(1, 5, 8), at(2, 9, 9)];
  const [pictured, other] = addPictures(issues, [
    { issueIds: [idOf(1)], atSeconds: 6.5, digest: digestOf(1) },
  ]);
  expect(other).toEqual(issues[1]);
  expect(issueSchema.parse(pictured)).toEqual(pictured);
  const [contributor] = issues[0]!.contributors;
  const evidence = {
    id: 'picture:6.5',
    sourceType: 'image',
    confidence: 1,
    content: { mimeType: 'image/jpeg', url: `picture:${digestOf(1)}` },
    anchor: { kind: 'time', startSeconds: 6.5, endSeconds: 6.5 },
  };
  expect(pictured).toEqual({
    ...issues[0],
    contributors: [{ ...contributor, evidence: [...contributor!.evidence, evidence] }],
  });
});

test('references to pictures are found, and quoted text that looks like one is ignored', () => {
  const quoted = JSON.stringify({
    details: `"url":"picture:${digestOf(9)}"`,
    link: `picture:${digestOf(8)}`,
  });
  const json = `[${quoted},{"url":"picture:${digestOf(1)}"},{"url":"picture:../${digestOf(2)}"},{"url":"picture:${digestOf(1)}"}]`;
  const { texts, digests } = splitAtPictures(json);
  expect(digests).toEqual([digestOf(1), digestOf(1)]);
  expect(texts.join(`picture:${digestOf(1)}`)).toBe(json);
  expect(splitAtPictures('{}')).toEqual({ texts: ['{}'], digests: [] });
});

test('at most maxPictures references are followed', () => {
  const json = JSON.stringify(
    Array.from({ length: 50 }, (_, index) => ({ url: `picture:${digestOf(index)}` })),
  );
  expect(new Set(splitAtPictures(json).digests).size).toBe(maxPictures);
});
