import { plainText } from '@assay/domain/lib/characters.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import type { FileProgress } from './examine-file.ts';

/** Interval in milliseconds between two paintings. */
const intervalMs = 100;
const clearLine = '\x1b[2K';

/** Shows a line for each file that is being examined, at the end of a terminal. */
export interface ProgressLines {
  update(file: string, progress: FileProgress): void;
  /** Removes the line of a file. */
  end(file: string): void;
  /** Removes all lines, writes `output`, and shows the lines again. */
  around(output: () => void): void;
  close(): void;
}

export const noProgress: ProgressLines = {
  update: () => undefined,
  end: () => undefined,
  around: (output) => output(),
  close: () => undefined,
};

/** @param all number of all files */
export function createProgressLines(
  terminal: Pick<NodeJS.WriteStream, 'write' | 'columns' | 'rows'>,
  all: number,
): ProgressLines {
  const running = new Map<string, FileProgress>();
  let ended = 0;
  let painted = 0;
  let shown = '';

  function clear(): void {
    if (painted > 0) terminal.write(`\r${clearLine}${`\x1b[1A${clearLine}`.repeat(painted - 1)}`);
    painted = 0;
  }

  function paint(): void {
    // Some terminals report a size of 0.
    const [columns, rows] = [terminal.columns || 80, terminal.rows || 24];
    const lines = [...running].slice(0, Math.max(1, rows - 2)).map(([file, progress]) => {
      const text = `[${ended + 1}/${all}] ${file}  ${describe(progress)}`;
      return plainText(text, Math.max(20, columns) - 2);
    });
    const text = lines.join('\n');
    if (painted > 0 && text === shown) return;
    clear();
    terminal.write(text);
    shown = text;
    painted = lines.length;
  }

  const timer = setInterval(paint, intervalMs);
  timer.unref();
  return {
    update: (file, progress) => void running.set(file, progress),
    end(file) {
      running.delete(file);
      ended++;
    },
    around(output) {
      clear();
      output();
      paint();
    },
    close() {
      clearInterval(timer);
      clear();
    },
  };
}

function describe({ stage, share, findings }: FileProgress): string {
  const done = share > 0 ? ` ${Math.round(100 * share)} %` : '';
  const [worst] = findings.toSorted((a, b) => compareSeverities(a.severity, b.severity));
  if (worst === undefined) return `${stage}${done}`;
  const count = `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  return `${stage}${done}, ${count}: ${worst.severity} ${worst.summary}`;
}
