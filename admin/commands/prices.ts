import type { Command } from 'commander';
import { addPriceBook, listPriceBooks } from '../../storage/postgres/price-books.ts';
import { type Run, UsageError } from '../run.ts';
import { wholeNumber } from '../arguments.ts';

interface PriceOptions {
  videoSeconds?: number;
  videoCredits?: number;
  pageCredits?: number;
  flatCredits?: number;
}

export function addPriceCommands(program: Command, run: Run): void {
  const prices = program.command('prices').description('what analysis costs');

  prices
    .command('show')
    .description('show the price books, the one in force first')
    .action(() => run(async (db) => (await listPriceBooks(db)).map((book) => ({ ...book }))));

  prices
    .command('set')
    .description('make a price book with the given changes; in force from the next request on')
    .option(
      '--video-seconds <n>',
      'a video costs its credits for each started stretch of so many seconds',
      wholeNumber(1),
    )
    .option('--video-credits <n>', 'credits for each such stretch', wholeNumber(0))
    .option('--page-credits <n>', 'credits for a page of a document', wholeNumber(0))
    .option('--flat-credits <n>', 'credits for what has no metric: audio, images', wholeNumber(0))
    .action((options: PriceOptions) =>
      run(async (db) => {
        if (Object.keys(options).length === 0) throw new UsageError('say at least one price to change');
        return { ...(await addPriceBook(db, options)) };
      }),
    );
}
