/** Returns the key of an upload. Its presigned URL can overwrite the object until the URL expires. */
export function pendingKey(assetId: string): string {
  return `pending/${assetId}`;
}

/** Returns the permanent key of a submitted asset's bytes, which no upload URL can overwrite. */
export function assetKey(workspaceId: string, submissionId: string, assetId: string): string {
  return `assets/${workspaceId}/${submissionId}/${assetId}`;
}

/** Findings are merged into issues, and issues are grouped by topics. */
export type ResultKind = 'findings' | 'issues' | 'topics';

/**
 * Returns the key of a result. The key contains the digest of the content, so an object never changes and
 * readers can cache it without expiry.
 */
export function resultKey(kind: ResultKind, submissionId: string, assetId: string, digest: string): string {
  return `${kind}/${submissionId}/${assetId}/${digest}.json`;
}

/**
 * Returns the key of a sidekick's observations of a decoded asset, from which it makes its findings. The key
 * depends on the sidekick's version and not on the content, so that a repeated activity finds the
 * observations of the first one.
 */
export function observationKey(
  submissionId: string,
  assetId: string,
  sidekick: { code: string; version: string },
): string {
  return `observations/${submissionId}/${assetId}/${sidekick.code}-${sidekick.version}.json`;
}

/** Returns the key of a picture of an asset's issues, which refer to it by the digest of its content. */
export function pictureKey(submissionId: string, assetId: string, digest: string): string {
  return `issues/${submissionId}/${assetId}/${digest}.jpg`;
}

/**
 * Returns the same from the key of the issues, so that a reference can never lead to a picture of another
 * asset.
 */
export function pictureKeyBeside(issuesKey: string, digest: string): string {
  return `${issuesKey.slice(0, issuesKey.lastIndexOf('/'))}/${digest}.jpg`;
}

/**
 * Kinds whose keys are columns of database rows. Blobs of other kinds are found by the prefix of their
 * submission.
 */
const namedKinds = ['findings', 'issues', 'topics'] as const satisfies ResultKind[];

/** Returns the prefixes of the keys of all blobs of a submission. */
export function submissionPrefixes(workspaceId: string, submissionId: string): string[] {
  // `pictures`: lists of pictures that earlier media workers stored.
  const kinds = ['observations', 'pictures', ...namedKinds];
  return [`assets/${workspaceId}/${submissionId}/`, ...kinds.map((kind) => `${kind}/${submissionId}/`)];
}

/** The parts of a key. */
export interface ParsedKey {
  /** `beside`: a blob that no database row names, and that is needed as long as its submission exists. */
  kind: 'pending' | 'assets' | 'beside' | (typeof namedKinds)[number];
  /** Null for an upload. */
  submissionId: string | null;
  assetId: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pendingPattern = new RegExp(`^pending/(${uuid})$`);
const assetPattern = new RegExp(`^assets/${uuid}/(${uuid})/(${uuid})$`);
const resultPattern = new RegExp(`^(${namedKinds.join('|')})/(${uuid})/(${uuid})/[0-9a-f]{32}\\.json$`);

const besidePattern = new RegExp(`^(?:observations|pictures|issues)/(${uuid})/(${uuid})/[^/]+$`);

/** Returns the parts of a key; null when the service does not create such keys. */
export function parseKey(key: string): ParsedKey | null {
  const pending = pendingPattern.exec(key);
  if (pending !== null) return { kind: 'pending', submissionId: null, assetId: pending[1]! };
  const asset = assetPattern.exec(key);
  if (asset !== null) return { kind: 'assets', submissionId: asset[1]!, assetId: asset[2]! };
  const result = resultPattern.exec(key);
  if (result !== null) {
    return { kind: result[1] as (typeof namedKinds)[number], submissionId: result[2]!, assetId: result[3]! };
  }
  const beside = besidePattern.exec(key);
  return beside && { kind: 'beside', submissionId: beside[1]!, assetId: beside[2]! };
}
