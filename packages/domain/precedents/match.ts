import type { Precedent } from '../contracts/issue.ts';
import { quoted } from '../lib/characters.ts';
import type { PrecedentFeatures } from './features.ts';
import { compareWordings, prepareWording, type Wording } from './wording.ts';

/** An earlier decision about an issue of the workspace. */
export interface EarlierDecision extends PrecedentFeatures {
  ruleId: string;
  /** Link to the decided issue. */
  url: string;
  summary: string;
  decision: 'accepted' | 'waived' | 'disputed';
  /** Null if no reason was given. */
  reason: string | null;
  /** ISO 8601. */
  at: string;
}

/** A published ruling of a library. */
export interface Ruling extends Precedent {
  ruleCodes: readonly string[];
  /** The wordings that were ruled upon, one a line. */
  text: string;
}

/** Maximum number of precedents of each kind on an issue. */
const maxPrecedents = 5;
const maxReasonCharacters = 300;
const maxQuoteCharacters = 120;

/** The features of an issue, with its rule. */
export interface Compared extends PrecedentFeatures {
  ruleId: string;
  ruleCode: string;
}

interface Match {
  similarity: number;
  /** How similar the two are, in words. */
  how: string;
}

/** Returns the nearest of the earlier decisions that concern similar content, newest first. */
export function createDecisionMatcher(
  decisions: readonly EarlierDecision[],
): (issue: Compared) => Precedent[] {
  const prepared = decisions.map((decision) => ({ decision, wording: prepare(decision.wording) }));
  const ofRule = Map.groupBy(prepared, ({ decision }) => decision.ruleId);
  return (issue) => {
    const wording = prepare(issue.wording);
    const matches = (ofRule.get(issue.ruleId) ?? []).flatMap((earlier) => {
      const match = compareFeatures(issue, wording, earlier.decision, earlier.wording);
      return match === null ? [] : [{ ...match, at: earlier.decision.at, precedent: earlier.decision }];
    });
    return nearest(matches).map(({ how, precedent: { url, summary, decision, reason, at } }) => ({
      url,
      title: summary,
      decision: `${decisionWords[decision]}${reason === null ? '' : `: ${shortened(reason)}`} (${how})`,
      date: at.slice(0, 10),
    }));
  };
}

/** Returns the nearest of the rulings about the rule that concern a similar wording, newest first. */
export function createRulingMatcher(rulings: readonly Ruling[]): (issue: Compared) => Precedent[] {
  const prepared = rulings.map((ruling) => ({
    ruling,
    wordings: ruling.text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((text) => ({ text, wording: prepareWording(text) })),
  }));
  return (issue) => {
    if (issue.wording === null) return [];
    const wording = prepareWording(issue.wording);
    const matches = prepared.flatMap(({ ruling, wordings }) => {
      if (!ruling.ruleCodes.includes(issue.ruleCode)) return [];
      const best = wordings
        .flatMap((each) => matchWordings(wording, each.wording, each.text) ?? [])
        .reduce<Match | null>((a, b) => (a === null || b.similarity > a.similarity ? b : a), null);
      return best === null ? [] : [{ ...best, at: ruling.date, precedent: ruling }];
    });
    return nearest(matches).map(({ how, precedent: { url, title, decision, date } }) => ({
      ...{ url, title, date },
      decision: `${decision} (${how})`,
    }));
  };
}

const decisionWords = { accepted: 'Accepted', waived: 'Waived', disputed: 'Disputed' };

const prepare = (text: string | null) => (text === null ? null : prepareWording(text));

const shortened = (text: string) =>
  text.length <= maxReasonCharacters ? text : `${text.slice(0, maxReasonCharacters - 1)}…`;

/** Returns the most similar matches, newest first. Of equally similar ones, the newest are nearest. */
function nearest<T extends Match & { at: string }>(matches: readonly T[]): T[] {
  const newestFirst = matches.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const kept = new Set(newestFirst.toSorted((a, b) => b.similarity - a.similarity).slice(0, maxPrecedents));
  return newestFirst.filter((match) => kept.has(match));
}

/** Compares all features that issues of the rule have. An issue that lacks a feature of the other is not similar. */
function compareFeatures(
  issue: PrecedentFeatures,
  wording: Wording | null,
  earlier: PrecedentFeatures,
  earlierWording: Wording | null,
): Match | null {
  const byWording =
    wording === null || earlierWording === null
      ? undefined
      : matchWordings(wording, earlierWording, earlier.wording!);
  const byExcess = matchExcess(issue, earlier);
  if (byWording === null || byExcess === null || (wording === null) !== (earlierWording === null))
    return null;
  const matches = [byWording, byExcess].filter((match) => match !== undefined);
  if (matches.length === 0) return null;
  return {
    similarity: Math.min(...matches.map(({ similarity }) => similarity)),
    how: matches.map(({ how }) => how).join('; '),
  };
}

function matchWordings(issue: Wording, earlier: Wording, text: string): Match | null {
  const compared = compareWordings(issue, earlier);
  if (compared === null) return null;
  const { match, similarity } = compared;
  return {
    similarity,
    how: match === 'same' ? 'same wording' : `similar wording: ${quoted(text, maxQuoteCharacters)}`,
  };
}

/**
 * Returns the match of two measured values: the same side of the threshold, and at most twice the excess. Undefined if
 * neither was measured, and null if they are not similar.
 */
function matchExcess(issue: PrecedentFeatures, earlier: PrecedentFeatures): Match | null | undefined {
  if (issue.excess === null && earlier.excess === null) return undefined;
  if (issue.excess === null || earlier.excess === null) return null;
  if (issue.unit !== earlier.unit || issue.direction !== earlier.direction) return null;
  const [a, b] = [Math.abs(issue.excess), Math.abs(earlier.excess)];
  if (a === b && issue.excess === earlier.excess)
    return { similarity: 1, how: 'same distance from the limit' };
  if (Math.sign(issue.excess) !== Math.sign(earlier.excess) || Math.max(a, b) > 2 * Math.min(a, b) + 1e-9)
    return null;
  const unit = issue.unit === null ? '' : ` ${issue.unit}`;
  return {
    similarity: Math.min(a, b) / Math.max(a, b),
    how: `similar distance from the limit: ${rounded(b)}${unit}, here ${rounded(a)}${unit}`,
  };
}

const rounded = (value: number) => String(Number(value.toPrecision(3)));
