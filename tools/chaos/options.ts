import { Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '@assay/admin/whole-number.ts';
import type { TemporalKind } from '../local/stack/temporal-on-postgres.ts';

export interface ChaosOptions {
  /** The seed that determines the faults and their times. */
  seed: number;
  /** Duration of the fault injection in minutes. */
  minutes: number;
  /** Duration in minutes of each outage of Postgres or S3. 0 for no outages. */
  outageMinutes: number;
  temporal: TemporalKind;
  /** How delivery workers make first attempts (`WEBHOOK_FIRST_ATTEMPT`). */
  firstAttempt: 'workflow' | 'direct';
  clients: number;
  /** Time limit in seconds for all work to finish after the last fault. */
  settleSeconds: number;
  /** True if the planned faults are only printed. */
  plan: boolean;
  /** True if the stack keeps running after a violation, until Ctrl-C. */
  hold: boolean;
}

/** Parses the command line. If it is invalid, prints the error and exits. */
export function readOptions(argv: readonly string[]): ChaosOptions {
  return new Command('chaos')
    .description(
      'Kills, pauses and disconnects the processes of the service under load, then checks that nothing was lost.',
    )
    .requiredOption('--seed <number>', 'determines the faults and their times', wholeNumber(0))
    .option('--minutes <number>', 'duration of the faults', minutes, 3)
    .option('--outage-minutes <number>', 'adds outages of Postgres and S3 that last this long', minutes, 0)
    .addOption(
      new Option('--temporal <kind>', 'Temporal’s development server, or its production server on Postgres')
        .choices(['dev', 'postgres'])
        .default('dev'),
    )
    .addOption(
      new Option('--first-attempt <kind>', 'how delivery workers make first attempts (WEBHOOK_FIRST_ATTEMPT)')
        .choices(['workflow', 'direct'])
        .default('workflow'),
    )
    .option('--clients <number>', 'number of concurrent clients', wholeNumber(1), 8)
    .option(
      '--settle-seconds <number>',
      'time limit for all work to finish after the last fault',
      wholeNumber(1),
      300,
    )
    .option('--plan', 'only print the planned faults', false)
    .option('--hold', 'keep the stack running after a violation, until Ctrl-C', false)
    .parse(argv)
    .opts<ChaosOptions>();
}

function minutes(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 24 * 60))
    throw new InvalidArgumentError('Give a number of minutes from above 0 to 1440, such as 3 or 0.5.');
  return value;
}
