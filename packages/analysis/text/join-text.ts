import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { joinLines } from './join-lines.ts';
import { summariseLine } from './summarise-line.ts';
import type { ReadLine } from './text-reader.ts';

/** Maximum number of lines in the result. Lines that begin later are only counted. */
export const maxLines = 2_000;

/** A line of text that a video shows, summarised from all pictures with the line. */
export interface SummarisedLine {
  line: ReadLine;
  /** Numbers of the first and the last picture with the line. */
  first: number;
  last: number;
  /** True if the line moves, as in rolling credits. */
  moves: boolean;
}

export interface JoinedText {
  lines: SummarisedLine[];
  /** Number of lines that are not in `lines`. */
  leftOut: number;
}

export type JoinTextJobs = { joinText: typeof joinText };

/**
 * Joins the lines that were read in the pictures of a video. Runs in a parser process, because a file can show as many
 * lines as the limits allow, and joining them takes seconds.
 * @param source a JSON array of `ReadLine` for each picture, one picture per line
 */
export async function joinText(
  source: RangedSource,
  { intervalSeconds }: { intervalSeconds: number },
): Promise<JoinedText> {
  const pictures = new TextDecoder()
    .decode(await source.read(0, source.sizeBytes))
    .trimEnd()
    .split('\n');
  const all = joinLines(pictures.map((lines) => JSON.parse(lines) as ReadLine[]));
  const lines = all.slice(0, maxLines).map((joined) => ({
    line: summariseLine(joined, intervalSeconds),
    first: joined.sightings[0]!.picture,
    last: joined.sightings.at(-1)!.picture,
    moves: joined.moves,
  }));
  return { lines, leftOut: all.length - lines.length };
}
