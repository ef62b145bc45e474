/** The numbers from which the page count of a Word document is computed. */
export interface WordText {
  characters: number;
  /** The page count in the document's properties; null if absent. */
  declaredPages: number | null;
  /** Number of explicit page breaks in the body. 0 for DOC, whose breaks are not read. */
  pageBreaks: number;
}
