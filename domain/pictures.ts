// Pictures of the moments that issues are of. What is kept refers to a picture by the digest of its content; whoever reads
// the issues gets a link instead.

/** More would cost more than they tell. */
export const maxPictures = 20;

/** How kept issues refer to a picture, where readers find its link. */
export function pictureReference(digest: string): string {
  return `picture:${digest}`;
}

/**
 * Takes the JSON of issues apart where it refers to pictures: a digest after each text but the last. What a finding merely
 * quotes is no reference, as its quotation marks are escaped; what somebody else's sidekick may write like one is, but no more
 * than so many are followed.
 */
export function splitAtPictures(json: string): { texts: string[]; digests: string[] } {
  const texts: string[] = [];
  const digests: string[] = [];
  const followed = new Set<string>();
  let from = 0;
  for (const { 0: reference, 1: digest, index } of json.matchAll(
    /(?<="url":")picture:([0-9a-f]{32})(?=")/g,
  )) {
    if (followed.size === maxPictures && !followed.has(digest!)) continue;
    followed.add(digest!);
    texts.push(json.slice(from, index));
    digests.push(digest!);
    from = index + reference.length;
  }
  return { texts: [...texts, json.slice(from)], digests };
}
