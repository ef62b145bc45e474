export const pendingPrefix = 'pending/';

/** Returns the key of an upload. Clients can overwrite the upload until its presigned URL expires. */
export function pendingKey(assetId: string): string {
  return `${pendingPrefix}${assetId}`;
}

/** Returns the permanent key of a submitted asset's bytes. No upload URL can overwrite this object. */
export function assetKey(workspaceId: string, submissionId: string, assetId: string): string {
  return `assets/${workspaceId}/${submissionId}/${assetId}`;
}

/** Kinds of results. Findings are merged into issues, and issues are grouped into topics. */
export type ResultKind = 'findings' | 'issues' | 'topics';

/** Returns the key of a result. The key has the content's digest, so clients can cache results without expiry. */
export function resultKey(kind: ResultKind, submissionId: string, assetId: string, digest: string): string {
  return `${kind}/${submissionId}/${assetId}/${digest}.json`;
}

/**
 * Returns the key of a sidekick's observations of a decoded asset. The sidekick makes its findings from the
 * observations. The key depends on the sidekick's version and not on the content, so a repeated activity
 * finds the observations that the first run stored.
 */
export function observationKey(
  submissionId: string,
  assetId: string,
  sidekick: { code: string; version: string },
): string {
  return `observations/${submissionId}/${assetId}/${sidekick.code}-${sidekick.version}.json`;
}

/**
 * Version of the text reader. It is incremented whenever the text of an unchanged file could differ. Texts of
 * another version are then not used.
 */
const textVersion = 2;

/** Returns the key of the text that was read in the pictures or pages of an asset. All sidekicks share this text. */
export function shownTextKey(submissionId: string, assetId: string): string {
  return `observations/${submissionId}/${assetId}/text-${textVersion}.json`;
}

/**
 * Returns the key of the series that was made while an asset was decoded for the given sidekicks. The key contains the
 * versions of the sidekicks, so a repeated activity finds the series that the first run stored.
 */
export function seriesKey(
  submissionId: string,
  assetId: string,
  sidekicks: readonly { code: string; version: string }[],
): string {
  const versions = sidekicks.map(({ code, version }) => `${code}-${version}`).sort();
  return `series/${submissionId}/${assetId}/${versions.join('_')}`;
}

export function storyboardKey(key: string): string {
  return `${key}.jpg`;
}

/** Returns the key of a picture. The issues refer to the picture by the digest of its content. */
export function pictureKey(submissionId: string, assetId: string, digest: string): string {
  return `issues/${submissionId}/${assetId}/${digest}.jpg`;
}

export function previewKey(submissionId: string, assetId: string): string {
  return `previews/${submissionId}/${assetId}/preview.mp4`;
}

/** Returns the key of a file of evidence. No upload URL can overwrite this object. */
export function evidenceKey(submissionId: string, assetId: string, evidenceId: string): string {
  return `evidence/${submissionId}/${assetId}/${evidenceId}`;
}

/** Returns the key of a report. `sha256` is the hash of its bytes in hexadecimal. */
export function reportKey(submissionId: string, assetId: string, sha256: string): string {
  return `reports/${submissionId}/${assetId}/${sha256}.json`;
}

/** Returns the key of a picture in the folder of `issuesKey`, so the picture belongs to the same asset. */
export function pictureKeyBeside(issuesKey: string, digest: string): string {
  return `${issuesKey.slice(0, issuesKey.lastIndexOf('/'))}/${digest}.jpg`;
}

/** Kinds of blobs whose keys are in database columns. Other kinds are found by their key prefixes. */
const namedKinds = ['findings', 'issues', 'topics'] as const satisfies ResultKind[];

/** Returns the prefixes of the keys of all blobs of a submission. */
export function submissionPrefixes(workspaceId: string, submissionId: string): string[] {
  const kinds = ['observations', 'series', 'previews', 'evidence', 'reports', ...namedKinds];
  return [`assets/${workspaceId}/${submissionId}/`, ...kinds.map((kind) => `${kind}/${submissionId}/`)];
}

export function assetPrefixes(workspaceId: string, submissionId: string, assetId: string): string[] {
  return submissionPrefixes(workspaceId, submissionId).map((prefix) => `${prefix}${assetId}`);
}

/** Prefix of erasure records. They are in S3, because restoring an older database would lose them. */
export const erasuresPrefix = 'erasures/';

export interface ParsedKey {
  /**
   * `beside` means observations, series, previews, evidence, pictures or reports. These blobs are needed until the
   * data of their submission is removed, even if no database row contains their keys.
   */
  kind: 'pending' | 'assets' | 'beside' | (typeof namedKinds)[number];
  /** Null if the blob is an upload. */
  submissionId: string | null;
  assetId: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pendingPattern = new RegExp(`^pending/(${uuid})$`);
const assetPattern = new RegExp(`^assets/${uuid}/(${uuid})/(${uuid})$`);
const resultPattern = new RegExp(`^(${namedKinds.join('|')})/(${uuid})/(${uuid})/[0-9a-f]{32}\\.json$`);

const besidePattern = new RegExp(
  `^(?:observations|series|previews|evidence|issues|reports)/(${uuid})/(${uuid})/[^/]+$`,
);

/** Returns the parts of a key. Returns null if the service does not create keys of this form. */
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
