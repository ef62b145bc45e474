// Pictures are frames of the moments that issues are about. Stored issues refer to a picture by the digest of
// its content. The API replaces each reference by a presigned URL.

/** Maximum number of pictures per asset, to bound the cost of taking and linking them. */
export const maxPictures = 20;

/** Returns the `url` with which stored issues refer to a picture. */
export function pictureReference(digest: string): string {
  return `picture:${digest}`;
}

/**
 * Splits the JSON of issues at its references to pictures, for the replacement of each `digests[i]` after
 * `texts[i]`. Text in a finding cannot contain a reference, because its quotation marks are escaped. A custom
 * sidekick can write a `url` that looks like a reference, so at most `maxPictures` different digests are
 * returned.
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
