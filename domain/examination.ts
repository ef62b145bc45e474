import type { AssetType } from './asset-type.ts';

/** What a sidekick of the operator's own is given, on a task queue and at an HTTPS endpoint alike. */
export interface Examination {
  /** The same however often the same work is tried. */
  examinationId: string;
  workspaceId: string;
  submissionId: string;
  /** The version is the one whose rules the answer is held against. */
  sidekick: { id: string; code: string; version: string };
  asset: {
    assetId: string;
    filename: string;
    assetType: AssetType;
    mimeType: string;
    sizeBytes: number;
    /** The storage's, of the bytes that were priced. */
    etag: string;
    /** Answers GET with the bytes, in ranges too. */
    downloadUrl: string;
    /** ISO 8601 in UTC. */
    downloadUrlExpiresAt: string;
  };
}

/** Hours that an examination may take in all, with its waits and attempts. */
export const examinationHours = 4;

/** What an answer may hold at most. `depth` counts lists and objects within each other. */
export const answerLimits = { findings: 1_000, bytes: 500_000, depth: 32 } as const;

/** What the consumer is told of an answer that cannot be used. */
export function unusableFindings(code: string, reason: string): string {
  return `The sidekick ${code} returned findings that cannot be used: ${reason}`;
}

/** Why an answer is not even looked at, or null when it is. What is too much is not cut off: it is refused. */
export function answerFault(answer: unknown): string | null {
  const { bytes, depth } = answerLimits;
  const waiting: { value: unknown; at: number }[] = [{ value: answer, at: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, at } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (at > depth) return `it is nested more than ${depth} levels deep`;
    for (const inner of Object.values(value)) waiting.push({ value: inner, at: at + 1 });
  }
  const text = (JSON.stringify(answer) as string | undefined) ?? '';
  const size = new TextEncoder().encode(text).length;
  return size > bytes ? `it has ${size} bytes of JSON, and ${bytes} are the most` : null;
}
