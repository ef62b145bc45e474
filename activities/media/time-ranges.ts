/** A stretch of a recording in seconds from its start. */
export interface TimeRange {
  startSeconds: number;
  endSeconds: number;
}

/** True when `outer` covers `inner`, give or take `toleranceSeconds` at either end. */
export function covers(outer: TimeRange, inner: TimeRange, toleranceSeconds: number): boolean {
  return (
    outer.startSeconds <= inner.startSeconds + toleranceSeconds &&
    outer.endSeconds >= inner.endSeconds - toleranceSeconds
  );
}

/** Hours, minutes, seconds and hundredths, as a person reads them off a player: `1:02:03.50`. */
export function timecode(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6_000) % 60;
  const rest = ((hundredths % 6_000) / 100).toFixed(2).padStart(5, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
