/** About 32 years. Larger numbers are clamped, so that a date with the delay added stays valid. */
const maxSeconds = 999_999_999;

/**
 * Returns the delay in seconds that a `Retry-After` header asks for, as a number or as a date (RFC 9110, 10.2.3).
 * Returns null if the header is neither. A date in the past gives 0.
 */
export function retryAfterSeconds(header: string, now: Date): number | null {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), maxSeconds);
  // Date.parse also accepts bare numbers and other formats that are not HTTP dates.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  // The asctime format has no time zone. It is in GMT.
  const at = Date.parse(/[A-Z]$|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
