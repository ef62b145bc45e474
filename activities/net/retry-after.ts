/** As good as never. */
const maxSeconds = 999_999_999;

/**
 * The seconds that a `Retry-After` header asks for: a number, or the time until a date (RFC 9110, 10.2.3).
 * Null when it says neither; never negative.
 */
export function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxSeconds);
  // Date.parse also takes bare numbers and other forms that no HTTP date has.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  // The oldest form has no zone, and means GMT.
  const at = Date.parse(/[A-Z]$|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
