/** Returns an SQL expression for lower case. The ICU collation makes the result independent of the locale. */
export function folded(expression: string): string {
  return `lower(${expression} collate "und-x-icu")`;
}
