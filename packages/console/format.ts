// Texts for numbers, times and sizes, in the language of the browser.

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const number = new Intl.NumberFormat();

export const formatTime = (at: string | Date) => dateTime.format(new Date(at));
export const formatExactTime = (at: string | Date) => exact.format(new Date(at));
export const formatClock = (at: Date) => clock.format(at);
export const formatNumber = (value: number) => number.format(value);

/** Returns a number with its noun, for example `1 file` or `3 files`. */
export function count(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Returns a size with a unit, for example `1.4 MB`. One megabyte is 1,000,000 bytes, as file managers show it. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]!}`;
}

/** Returns a time in a file as hours, minutes and seconds, for example `1:02:03.5` or `0:04`. */
export function formatSeconds(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const whole = Math.floor(tenths / 10);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const fraction = tenths % 10 === 0 ? '' : `.${tenths % 10}`;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}${fraction}`;
}

/** Returns a number with at most three decimals, a text as it is, and any other value as JSON. */
export function formatMeasured(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : JSON.stringify(value);
}
