import { isUuid } from '../../domain/blob-path.ts';
import type { Queryable } from '../../storage/postgres/database.ts';
import {
  readRegisteredSidekicks,
  readSidekickVersions,
  type RegisteredSidekick,
} from '../../storage/postgres/registered-sidekicks.ts';
import { findSidekick, sidekickDescriptions } from './catalogue.ts';
import type { SidekickDescription } from './description.ts';

/** How a sidekick is run. */
export type Runs =
  | { on: 'media' }
  | { on: 'task queue'; taskQueue: string; maxWaitSeconds: number }
  | { on: 'https'; url: string };

/** A sidekick that a workspace may use, as it is now. */
export interface KnownSidekick extends SidekickDescription {
  runs: Runs;
  /** It was registered once, and is no more. */
  removed: boolean;
}

/**
 * The one way to look sidekicks up: those among `ids` that are built in or registered for the workspace, in the
 * catalogue's order and then by code. What is not there, or another workspace's, is left out. Asks the database only
 * for what is not built in.
 */
export async function findSidekicks(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<KnownSidekick[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const builtIn = sidekickDescriptions.filter(({ id }) => wanted.delete(id));
  const others = [...wanted].filter(isUuid);
  const registered = others.length === 0 ? [] : await readRegisteredSidekicks(db, workspaceId, others);
  return [
    ...builtIn.map((sidekick) => ({ ...sidekick, runs: { on: 'media' as const }, removed: false })),
    ...registered.map((sidekick) => ({ ...sidekick, decodes: false, runs: runsOf(sidekick) })),
  ];
}

function runsOf({ taskQueue, maxWaitSeconds, url }: RegisteredSidekick): Runs {
  return taskQueue === null
    ? { on: 'https', url: url! }
    : { on: 'task queue', taskQueue, maxWaitSeconds: maxWaitSeconds! };
}

export function examines({ assetTypes }: SidekickDescription, assetType: string | null): boolean {
  return (assetTypes as readonly (string | null)[]).includes(assetType);
}

/** The sidekicks as they were when they judged, by id; of built-in ones that is how they are. */
export async function findJudges(
  db: Queryable,
  results: readonly { sidekickId: string; sidekickVersion: string }[],
): Promise<Map<string, SidekickDescription>> {
  const wanted = results
    .filter(({ sidekickId }) => findSidekick(sidekickId) === null)
    .map(({ sidekickId, sidekickVersion }) => ({ id: sidekickId, version: sidekickVersion }));
  const registered = wanted.length === 0 ? [] : await readSidekickVersions(db, wanted);
  const all = [...sidekickDescriptions, ...registered.map((version) => ({ ...version, decodes: false }))];
  return new Map(all.map((sidekick) => [sidekick.id, sidekick]));
}
