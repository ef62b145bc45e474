import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../admin/whole-number.ts';
import type { TemporalKind } from '../local/stack/temporal-on-postgres.ts';

export interface ChaosOptions {
  /** Which faults come when. */
  seed: number;
  /** How long there are faults. */
  minutes: number;
  temporal: TemporalKind;
  /** Clients side by side. */
  clients: number;
  /** How long everything may take to end once there are no more faults. */
  settleSeconds: number;
  /** Print the faults, and do nothing. */
  plan: boolean;
  /** Keep everything running after a violation, until Ctrl-C. */
  hold: boolean;
}

/** What the command line asks for; ends the process where it cannot be understood. */
export function readOptions(argv: readonly string[]): ChaosOptions {
  return new Command('chaos')
    .description(
      'Kills, pauses and cuts off the service’s processes while there is load, then looks for what was lost.',
    )
    .requiredOption(
      '--seed <number>',
      'which faults come when: the same seed, the same faults',
      wholeNumber(0),
    )
    .option('--minutes <number>', 'how long there are faults', minutes, 3)
    .addOption(
      new Option(
        '--temporal <kind>',
        'the development server on a file, or the one for production on Postgres',
      )
        .choices(['dev', 'postgres'])
        .default('dev'),
    )
    .option('--clients <number>', 'clients side by side', wholeNumber(1), 8)
    .option(
      '--settle-seconds <number>',
      'how long everything may take to end afterwards',
      wholeNumber(1),
      300,
    )
    .option('--plan', 'print the faults, and do nothing', false)
    .option('--hold', 'keep everything running after a violation, until Ctrl-C', false)
    .parse(argv)
    .opts<ChaosOptions>();
}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 24 * 60)) throw new InvalidArgumentError('Give minutes, as in 3 or 0.5.');
  return value;
}
