import { InvalidArgumentError } from 'commander';

export function isoDate(text: string): Date {
  const date = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError('Give a date in ISO 8601, such as 2030-01-31T12:00:00Z.');
  }
  return date;
}
