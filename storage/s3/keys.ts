/** Where an upload lands: reachable through its presigned URL until that expires. */
export function pendingKey(assetId: string): string {
  return `pending/${assetId}`;
}

/** Where a submitted asset's bytes are kept: no upload URL reaches it. */
export function assetKey(workspaceId: string, submissionId: string, assetId: string): string {
  return `assets/${workspaceId}/${submissionId}/${assetId}`;
}

/** `observations` are what decoding an asset showed, of which sidekicks make findings, and those become issues. */
export type ResultKind = 'observations' | 'findings' | 'issues' | 'topics';

/**
 * Where results are kept. The digest of the content is part of the key, so an object is never overwritten with
 * other content, and what a reader has cached stays true.
 */
export function resultKey(kind: ResultKind, submissionId: string, assetId: string, digest: string): string {
  return `${kind}/${submissionId}/${assetId}/${digest}.json`;
}

const resultKinds = ['observations', 'findings', 'issues', 'topics'] as const satisfies ResultKind[];

/** All that is kept for a submission begins with one of these. */
export function submissionPrefixes(workspaceId: string, submissionId: string): string[] {
  return [`assets/${workspaceId}/${submissionId}/`, ...resultKinds.map((kind) => `${kind}/${submissionId}/`)];
}

export interface ParsedKey {
  kind: 'pending' | 'assets' | ResultKind;
  /** Null for an upload. */
  submissionId: string | null;
  assetId: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pendingPattern = new RegExp(`^pending/(${uuid})$`);
const assetPattern = new RegExp(`^assets/${uuid}/(${uuid})/(${uuid})$`);
const resultPattern = new RegExp(`^(${resultKinds.join('|')})/(${uuid})/(${uuid})/[0-9a-f]{32}\\.json$`);

/** What a key stands for; null where it is none of ours. */
export function parseKey(key: string): ParsedKey | null {
  const pending = pendingPattern.exec(key);
  if (pending !== null) return { kind: 'pending', submissionId: null, assetId: pending[1]! };
  const asset = assetPattern.exec(key);
  if (asset !== null) return { kind: 'assets', submissionId: asset[1]!, assetId: asset[2]! };
  const result = resultPattern.exec(key);
  return result && { kind: result[1] as ResultKind, submissionId: result[2]!, assetId: result[3]! };
}
