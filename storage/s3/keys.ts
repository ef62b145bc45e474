/** Where an upload lands: reachable through its presigned URL until that expires. */
export function pendingKey(assetId: string): string {
  return `pending/${assetId}`;
}

/** Where a submitted asset's bytes are kept: no upload URL reaches it. */
export function assetKey(workspaceId: string, submissionId: string, assetId: string): string {
  return `assets/${workspaceId}/${submissionId}/${assetId}`;
}

/** Findings become issues; `pictures` tells which picture was taken for which issue. */
export type ResultKind = 'findings' | 'issues' | 'topics' | 'pictures';

/**
 * Where results are kept. The digest of the content is part of the key, so an object is never overwritten with
 * other content, and what a reader has cached stays true.
 */
export function resultKey(kind: ResultKind, submissionId: string, assetId: string, digest: string): string {
  return `${kind}/${submissionId}/${assetId}/${digest}.json`;
}

/**
 * Where is kept what a sidekick of this version saw while an asset was decoded, of which it makes findings. Made of what was
 * asked and not of what came, so that who asks again finds it.
 */
export function observationKey(
  submissionId: string,
  assetId: string,
  sidekick: { code: string; version: string },
): string {
  return `observations/${submissionId}/${assetId}/${sidekick.code}-${sidekick.version}.json`;
}

/** Where a picture lies that an asset's issues refer to by the digest of its content: beside them, and nowhere else. */
export function pictureKey(submissionId: string, assetId: string, digest: string): string {
  return `issues/${submissionId}/${assetId}/${digest}.jpg`;
}

/** The same by the key of the issues, so that no reference in them leads to another asset's. */
export function pictureKeyBeside(issuesKey: string, digest: string): string {
  return `${issuesKey.slice(0, issuesKey.lastIndexOf('/'))}/${digest}.jpg`;
}
