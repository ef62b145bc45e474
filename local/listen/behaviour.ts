/** How a receiver is to misbehave; nothing given: it takes every attempt at once. */
export interface Misbehaviour {
  /** So many attempts of each event are answered with `status`. */
  fail?: number;
  /** Seconds before any answer. */
  slow?: number;
  /** What attempts that are not taken are answered with: all of them, unless `fail` says how many. */
  status?: number;
}

const taken = 204;
const defaultFailure = 500;

/** The status that an attempt of an event is answered with, its attempts being counted from 1. */
export function statusFor(attemptNumber: number, { fail, status }: Misbehaviour): number {
  const failing = fail === undefined ? status !== undefined : attemptNumber <= fail;
  return failing ? (status ?? defaultFailure) : taken;
}
