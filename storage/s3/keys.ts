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

/** Those that rows name; what else is kept for a submission is found by its prefix. */
const namedKinds = ['findings', 'issues', 'topics'] as const satisfies ResultKind[];

/** All that is kept for a submission begins with one of these. */
export function submissionPrefixes(workspaceId: string, submissionId: string): string[] {
  const kinds = ['observations', 'pictures', ...namedKinds];
  return [`assets/${workspaceId}/${submissionId}/`, ...kinds.map((kind) => `${kind}/${submissionId}/`)];
}

export interface ParsedKey {
  /** `beside`: what no row names, and is kept as long as its submission. */
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

/** What a key stands for; null where it is none of ours. */
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
