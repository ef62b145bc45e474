/** Maximum delay in seconds, about 32 years. A longer one could make a date invalid. */
const maxSeconds = 999_999_999;

/**
 * Returns the delay in seconds that a `Retry-After` header requests. The header contains a number of seconds or a
 * date (RFC 9110, 10.2.3). Returns 0 for a date in the past, and null if the header is invalid.
 */
export function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxSeconds);
  // The format is checked first, because Date.parse also accepts bare numbers and formats that are not HTTP dates.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  // Dates in the asctime format have no time zone and are in GMT.
  const at = Date.parse(/[A-Z]$|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
