import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { rulingList } from '@assay/domain/contracts/precedent-library.ts';
import type { Ruling } from '@assay/domain/precedents/match.ts';
import { UsageError } from './run.ts';

const maxFileBytes = 20_000_000;

/** The rulings of a file, and its bytes. */
export interface RulingFile {
  bytes: Buffer;
  rulings: Ruling[];
}

/**
 * Reads a file of rulings: CSV with a header (RFC 4180) or a JSON array. Throws a `UsageError` that lists every fault.
 */
export async function readRulingFile(file: string): Promise<RulingFile> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  });
  if (bytes.length > maxFileBytes)
    throw new UsageError(`${file} has ${bytes.length} bytes, more than ${maxFileBytes}`);
  const parsed = rulingList.safeParse(contentOf(file, bytes));
  if (!parsed.success)
    throw new UsageError(`${file} has no valid rulings:\n${z.prettifyError(parsed.error)}`);
  return { bytes, rulings: parsed.data };
}

function contentOf(file: string, bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return file.toLowerCase().endsWith('.json') ? JSON.parse(text) : rowsOf(text);
  } catch (error) {
    const format = file.toLowerCase().endsWith('.json') ? 'JSON' : 'CSV';
    throw new UsageError(`${file} is not ${format} in UTF-8: ${(error as Error).message}`);
  }
}

/** Returns the rows of CSV. Rule codes are separated by spaces. */
function rowsOf(text: string): unknown[] {
  const rows = parse(text, { columns: true, skip_empty_lines: true, trim: true });
  return (rows as Record<string, string>[]).map(({ ruleCodes, ...row }) =>
    ruleCodes === undefined ? row : { ...row, ruleCodes: ruleCodes.split(/\s+/).filter(Boolean) },
  );
}
