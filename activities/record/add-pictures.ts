import type { Issue } from '@assay/domain/contracts/issue.ts';
import { pictureReference } from '@assay/domain/pictures.ts';

/** A stored picture of a moment, and the ids of the issues at that moment. */
export interface TakenPicture {
  issueIds: string[];
  atSeconds: number;
  digest: string;
}

/** Adds each picture to all of its issues, as evidence of the first contributor. All other fields stay the same. */
export function addPictures(issues: readonly Issue[], taken: readonly TakenPicture[]): Issue[] {
  const pictures = new Map(taken.flatMap((picture) => picture.issueIds.map((id) => [id, picture])));
  return issues.map((issue) => {
    const picture = pictures.get(issue.id);
    return picture === undefined ? issue : withPicture(issue, picture);
  });
}

function withPicture(issue: Issue, { atSeconds, digest }: TakenPicture): Issue {
  const [primary, ...others] = issue.contributors as [Issue['contributors'][number]];
  const evidence = {
    id: `picture:${atSeconds}`,
    sourceType: 'image' as const,
    confidence: 1,
    content: { mimeType: 'image/jpeg', url: pictureReference(digest) },
    anchor: { kind: 'time' as const, startSeconds: atSeconds, endSeconds: atSeconds },
  };
  return { ...issue, contributors: [{ ...primary, evidence: [...primary.evidence, evidence] }, ...others] };
}
