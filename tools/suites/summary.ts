import type { Explanation, Suite, Verdict } from './suite.ts';

/** Counts of the verdicts of a suite that have the same check and the same expected verdict. */
export interface SummaryRow {
  suite: string;
  check: string;
  expected: string;
  files: number;
  agree: number;
  explained: number;
  unexplained: number;
}

/** A file with different verdicts. `reason` is the explanation, or null if the suite has none. */
export interface Disagreement extends Verdict {
  reason: string | null;
}

export interface Summary {
  rows: SummaryRow[];
  disagreements: Disagreement[];
  /** Explanations, as `check: item`, of files whose verdicts agree, or that are not in the suite. */
  needless: string[];
}

/** Counts the verdicts of a suite, and finds the explanations of the verdicts that disagree. */
export function summarise(
  { name, explanations }: Pick<Suite, 'name' | 'explanations'>,
  verdicts: readonly Verdict[],
): Summary {
  const disagreements = verdicts
    .filter(({ expected, ours }) => expected !== ours)
    .map((verdict) => ({ ...verdict, reason: reasonOf(explanations, verdict) }));
  const rows = Map.groupBy(verdicts, ({ check, expected }) => JSON.stringify([check, expected]));
  const disagree = new Set(disagreements.map(keyOf));
  return {
    rows: [...rows.values()].map((same) => summaryRow(name, same, disagreements)),
    disagreements,
    needless: explanations
      .flatMap(({ check, items }) => items.map((item) => keyOf({ check, item })))
      .filter((key) => !disagree.has(key)),
  };
}

function summaryRow(
  suite: string,
  verdicts: readonly Verdict[],
  disagreements: readonly Disagreement[],
): SummaryRow {
  const { check, expected } = verdicts[0]!;
  const others = disagreements.filter((other) => other.check === check && other.expected === expected);
  const unexplained = others.filter(({ reason }) => reason === null).length;
  return {
    suite,
    check,
    expected,
    files: verdicts.length,
    agree: verdicts.length - others.length,
    explained: others.length - unexplained,
    unexplained,
  };
}

function reasonOf(explanations: readonly Explanation[], verdict: Verdict): string | null {
  const explains = ({ check, items }: Explanation) => check === verdict.check && items.includes(verdict.item);
  return explanations.find(explains)?.reason ?? null;
}

function keyOf({ check, item }: Pick<Verdict, 'check' | 'item'>): string {
  return `${check}: ${item}`;
}
