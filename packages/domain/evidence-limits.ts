/** Maximum number of pieces of evidence of a decision. */
export const maxEvidence = 10;
/** Maximum size of a file of evidence in bytes: 100 MiB, as for documents. */
export const maxEvidenceBytes = 100 * 2 ** 20;
