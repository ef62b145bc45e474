/**
 * Returns an SQL expression that converts the given expression to lower case. The ICU collation makes the
 * result independent of the database's locale.
 */
export function folded(expression: string): string {
  return `lower(${expression} collate "und-x-icu")`;
}
