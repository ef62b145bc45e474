import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { SetupError } from '../../local/progress.ts';
import { runTool, ToolFailed } from '../../local/programs/run-tool.ts';

/** The report of qpdf on the pages and the encryption of a PDF. */
export interface QpdfReport {
  /** Null if qpdf finds no page. */
  pages: number | null;
  encrypted: boolean;
  /** True if the document opens only with a password. */
  locked: boolean;
  /** The last line of qpdf's error message; empty if qpdf succeeded. */
  error: string;
}

export async function requireQpdf({ environment }: LocalConfig): Promise<void> {
  if ((await findOnPath('qpdf', environment['PATH'] ?? '')) === null)
    throw new SetupError('qpdf is missing: install it with the package manager of the system');
}

/** Counts the pages of a PDF and reads its encryption with qpdf, which repairs damaged files as far as possible. */
export async function askQpdf(file: string): Promise<QpdfReport> {
  try {
    // `--show-npages` would only print the number that the document declares. `--show-pages` lists the actual pages.
    const output = await runTool('qpdf', ['--warning-exit-0', '--show-encryption', '--show-pages', file]);
    const pages = output.match(/^page \d+: /gm)?.length ?? 0;
    const locked = output.includes('Incorrect password supplied');
    return { pages: pages || null, encrypted: !output.includes('not encrypted'), locked, error: '' };
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error;
    const line = error.message.split('\n').at(-1)!;
    return { pages: null, encrypted: false, locked: line.includes('invalid password'), error: line };
  }
}
