// A picture is a video frame at a moment that an issue is about. Stored issues refer to a picture by the
// digest of its content. The API replaces each reference with a presigned URL.

/** Maximum number of pictures per asset. Bounds the cost of extracting the frames and presigning their URLs. */
export const maxPictures = 20;

/** Returns the `url` by which stored issues refer to a picture. */
export function pictureReference(digest: string): string {
  return `picture:${digest}`;
}

/**
 * Splits the JSON of issues at its references to pictures. `digests[i]` follows `texts[i]` and is to be replaced with a
 * URL. Text in a finding cannot contain a reference, because its quotation marks are escaped. A custom sidekick can
 * write a `url` that looks like a reference. At most `maxPictures` different digests are returned, to bound the cost.
 * @param followed the digests that were returned for other parts of the same list
 */
export function splitAtPictures(
  json: string,
  followed = new Set<string>(),
): { texts: string[]; digests: string[] } {
  const texts: string[] = [];
  const digests: string[] = [];
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
