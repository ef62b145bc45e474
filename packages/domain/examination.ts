import type { AssetType } from './asset-type.ts';

/** The input of a custom sidekick, for a sidekick on a task queue and for a sidekick at an HTTPS endpoint. */
export interface Examination {
  /** Identical in all retries of an examination, so that a sidekick can deduplicate. */
  examinationId: string;
  workspaceId: string;
  submissionId: string;
  /** Findings are validated against the rules of this sidekick version. */
  sidekick: { id: string; code: string; version: string };
  asset: {
    assetId: string;
    filename: string;
    assetType: AssetType;
    mimeType: string;
    sizeBytes: number;
    /** ETag of the object at `downloadUrl`. */
    etag: string;
    /** Presigned URL for a GET of the asset's bytes. Range requests are supported. */
    downloadUrl: string;
    /** Time at which `downloadUrl` stops working: ISO 8601 in UTC. */
    downloadUrlExpiresAt: string;
  };
}

/**
 * Activity ids of custom sidekicks on task queues. The payload codec recognises the activities by these ids, because
 * their workers do not have the keys of Assay.
 */
export const customActivityIds = { clear: 'examine', encrypted: 'examine-encrypted' } as const;

/** Maximum duration of an examination in hours, including the time in the queue and retries. */
export const examinationHours = 4;

/** Limits of a sidekick's response. `depth` is the maximum nesting of arrays and objects. */
export const answerLimits = { findings: 1_000, bytes: 500_000, depth: 32 } as const;

/** Returns the error message of an asset whose custom sidekick returned an invalid response. */
export function unusableFindings(code: string, reason: string): string {
  return `The sidekick ${code} returned findings that cannot be used: ${reason}`;
}

/** Returns the reason why a sidekick's response exceeds `answerLimits`, or null. */
export function answerFault(answer: unknown): string | null {
  const { bytes, depth } = answerLimits;
  // A recursion would overflow the call stack, because JSON can be nested thousands of levels deep.
  const stack: { value: unknown; at: number }[] = [{ value: answer, at: 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, at } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (at > depth) return `response is nested more than ${depth} levels deep`;
    for (const inner of Object.values(value)) stack.push({ value: inner, at: at + 1 });
  }
  const text = (JSON.stringify(answer) as string | undefined) ?? '';
  const size = new TextEncoder().encode(text).length;
  return size > bytes
    ? `response exceeds ${bytes.toLocaleString('en')} bytes (got ${size.toLocaleString('en')})`
    : null;
}
