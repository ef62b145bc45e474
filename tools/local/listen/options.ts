import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '@assay/admin/whole-number.ts';

/** Deliberate faults of the listener. Without them, the listener accepts every delivery attempt immediately. */
export interface Misbehaviour {
  /** Number of attempts of each event that fail, from the first attempt on. */
  fail?: number;
  /** Seconds to wait before each response. */
  slow?: number;
  /** HTTP status of the responses to failing attempts; default: 500. If given without `fail`, all attempts get it. */
  status?: number;
}

export interface ListenOptions extends Misbehaviour {
  /** True to send an example event of each type. */
  example: boolean;
  /** URL to which each delivery is forwarded. The listener responds with the status of the URL's response. */
  forward?: URL;
}

const accepted = 204;
const defaultFailure = 500;

/** Parses the command line. Prints a message and exits if the command line is invalid. */
export function readOptions(argv: readonly string[]): ListenOptions {
  const program = new Command('listen')
    .description('Receives, verifies and shows the webhooks of the local stack, until Ctrl-C.')
    .option('--example', 'send an example event of each type', false)
    .addOption(
      new Option('--forward <url>', 'forward each delivery to this URL, and respond with its status')
        .argParser(httpUrl)
        .conflicts(['fail', 'slow', 'status']),
    )
    .option('--fail <count>', 'reject the first <count> attempts of each event', wholeNumber(1))
    .option('--slow <seconds>', 'respond after this many seconds', wholeNumber(1))
    .option(
      '--status <code>',
      'reject attempts with this status: all attempts, or the number given with --fail',
      httpStatus,
    );
  return program.parse(argv).opts<ListenOptions>();
}

/** Returns the status of the response to an attempt. `attemptNumber` is 1 for the first attempt of an event. */
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
