import { InvalidArgumentError } from 'commander';
import { isUuid } from '../domain/blob-path.ts';
import type { Queryable } from '../storage/postgres/database.ts';
import { readWorkspace } from '../storage/postgres/workspaces.ts';
import { UsageError } from './run.ts';

/** Throws `UsageError` when there is no such workspace. */
export async function requireWorkspace(db: Queryable, id: string): Promise<void> {
  const known = isUuid(id) && (await readWorkspace(db, id)) !== null;
  if (!known) throw new UsageError(`there is no workspace ${id}`);
}

/** Returns a parser of option values that rejects everything but integers of at least `min`. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < min) {
      throw new InvalidArgumentError(`Give a whole number of at least ${min}.`);
    }
    return Number(text);
  };
}
