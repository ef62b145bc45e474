import { Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../../admin/whole-number.ts';
import type { Misbehaviour } from './behaviour.ts';

export interface ListenOptions extends Misbehaviour {
  /** Have an example event of each type sent. */
  example: boolean;
}

/** What the command line asks for; ends the process where it cannot be understood. */
export function readOptions(argv: readonly string[]): ListenOptions {
  const program = new Command('listen')
    .description('Receives, verifies and shows the webhooks of the local stack, until Ctrl-C.')
    .option('--example', 'have an example event of each type sent', false)
    .option('--fail <count>', 'do not take the first so many attempts of each event', wholeNumber(1))
    .option('--slow <seconds>', 'answer only after so long', wholeNumber(1))
    .option(
      '--status <code>',
      'answer attempts that are not taken with this, all unless --fail is given',
      status,
    );
  return program.parse(argv).opts<ListenOptions>();
}

function status(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('Give an HTTP status from 200 to 599.');
  return Number(text);
}
