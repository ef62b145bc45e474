import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../../admin/whole-number.ts';

/** Deliberate faults of the listener. Without any it accepts every attempt at once. */
export interface Misbehaviour {
  /** Number of attempts of each event that are answered with `status`. */
  fail?: number;
  /** Seconds to wait before each answer. */
  slow?: number;
  /** The status of failing attempts (500 by default). Without `fail`, every attempt fails. */
  status?: number;
}

export interface ListenOptions extends Misbehaviour {
  /** Send an example event of each type. */
  example: boolean;
  /** Forward each delivery to this URL and answer with the status that it returns. */
  forward?: URL;
}

const accepted = 204;
const defaultFailure = 500;

/** Parses the command line. Prints a message and exits when it is invalid. */
export function readOptions(argv: readonly string[]): ListenOptions {
  const program = new Command('listen')
    .description('Receives, verifies and shows the webhooks of the local stack, until Ctrl-C.')
    .option('--example', 'send an example event of each type', false)
    .addOption(
      new Option('--forward <url>', 'forward each delivery to this URL, and answer with its status')
        .argParser(httpUrl)
        .conflicts(['fail', 'slow', 'status']),
    )
    .option('--fail <count>', 'reject the first <count> attempts of each event', wholeNumber(1))
    .option('--slow <seconds>', 'answer after this many seconds', wholeNumber(1))
    .option(
      '--status <code>',
      'reject attempts with this status: all attempts, or as many as --fail says',
      httpStatus,
    );
  return program.parse(argv).opts<ListenOptions>();
}

/** Returns the status to answer an attempt of an event with; `attemptNumber` counts from 1. */
export function statusFor(attemptNumber: number, { fail, status }: Misbehaviour): number {
  const isFailing = fail === undefined ? status !== undefined : attemptNumber <= fail;
  return isFailing ? (status ?? defaultFailure) : accepted;
}

function httpStatus(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('Give an HTTP status from 200 to 599.');
  return Number(text);
}

function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('Give a URL that begins with http:// or https://.');
  return url;
}
