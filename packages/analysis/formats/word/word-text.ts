/** The counts of a Word document that its number of pages depends on. */
export interface WordText {
  characters: number;
  /** The page count in the document's properties; null if absent. */
  declaredPages: number | null;
  /** Number of explicit page breaks in the body. 0 for DOC, whose breaks are not read. */
  pageBreaks: number;
}
