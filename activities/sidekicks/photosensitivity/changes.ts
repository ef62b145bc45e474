/**
 * Marks each cell of the next picture that changed, as `rise` or `fall`, in `changes`, which is all `none`. The changes of
 * one cell alternate, so two make a flash. Answers how many cells are marked.
 */
export type MarkChanges = (rgb: Uint8Array, changes: Uint8Array) => number;

export const none = 0;
export const rise = 1;
export const fall = 2;
