/** What readers look through for the header (ISO 32000-1, Annex H, implementation note 13). */
export const headerWithinBytes = 1024;

/** Where a PDF's header is (ISO 32000-2, 7.5.2), with or without other bytes before it; null when there is none. */
export function headerOffset(head: Uint8Array): number | null {
  const offset = Buffer.from(head.subarray(0, headerWithinBytes)).indexOf('%PDF-');
  return offset === -1 ? null : offset;
}
