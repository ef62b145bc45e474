import type { Command } from 'commander';
import { addPriceBook, listPriceBooks } from '@assay/storage/accounts/price-books.ts';
import { currentOperator } from '../operator.ts';
import { type Run, UsageError } from '../run.ts';
import { wholeNumber } from '../whole-number.ts';

interface PriceOptions {
  videoSeconds?: number;
  videoCredits?: number;
  pageCredits?: number;
  flatCredits?: number;
}

export function addPriceCommands(program: Command, run: Run): void {
  const prices = program.command('prices').description('manage prices');

  prices
    .command('show')
    .description('show the price books, the current one first')
    .action(() => run(async (db) => (await listPriceBooks(db)).map((book) => ({ ...book }))));

  prices
    .command('set')
    .description('create a price book with the given changes, effective with the next request')
    .option(
      '--video-seconds <n>',
      'seconds of video per price unit; a started unit is charged in full',
      wholeNumber(1),
    )
    .option('--video-credits <n>', 'credits per unit of video', wholeNumber(0))
    .option('--page-credits <n>', 'credits per page of a document', wholeNumber(0))
    .option('--flat-credits <n>', 'credits per audio file or image', wholeNumber(0))
    .action((options: PriceOptions) =>
      run(async (db) => {
        if (Object.keys(options).length === 0) throw new UsageError('give at least one price to change');
        return { ...(await addPriceBook(db, options, currentOperator())) };
      }),
    );
}
