/**
 * Returns the number of further slots that a workspace may use. A workspace may use slots until the number that it uses
 * equals the number of free slots (dynamic thresholds, Choudhury and Hahne 1998). A workspace without work in progress
 * therefore finds a free slot.
 * @param max number of slots of this process
 * @param used number of slots in use
 * @param own number of slots that the workspace uses
 */
export function fairFree(max: number, used: number, own: number): number {
  return Math.max(0, Math.ceil((max - used - own) / 2));
}
