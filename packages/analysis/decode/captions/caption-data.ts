/** Two bytes of captions. The fields 1 and 2 have CEA-608; 3 and 4 stand for data of CEA-708. */
export interface CaptionData {
  field: 1 | 2 | 3 | 4;
  first: number;
  second: number;
}

/** Returns the triples of `cc_data` (CTA-708, 4.4) that are valid. */
export function captionData(bytes: Uint8Array): CaptionData[] {
  const data: CaptionData[] = [];
  for (let at = 0; at + 3 <= bytes.length; at += 3) {
    const marker = bytes[at]!;
    if ((marker & 4) === 0) continue;
    data.push({
      field: ((marker & 3) + 1) as CaptionData['field'],
      first: bytes[at + 1]!,
      second: bytes[at + 2]!,
    });
  }
  return data;
}
