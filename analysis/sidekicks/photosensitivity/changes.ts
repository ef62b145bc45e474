/**
 * Lists the cells of the next picture that changed in `changes`, in which there is room for all, and answers how many they
 * are. The changes of one cell are a rise and a fall in turn, so two make a flash.
 */
export type MarkChanges = (rgb: Uint8Array, changes: Uint16Array) => number;

/** A change is the number of its cell, with this added where it is a rise. */
export const rise = 0x8000;
export const fall = 0;

export const cellOf = (change: number): number => change & ~rise;
