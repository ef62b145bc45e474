import { sidekickCodes } from '@assay/analysis/profiles/profile.ts';
import { shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { availableSidekicks } from '@assay/analysis/sidekicks/catalogue.ts';
import { findSidekicks, type KnownSidekick } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import type { FieldFault } from '@assay/domain/errors.ts';
import { readProfiles } from '@assay/storage/profiles/profiles.ts';
import { readCustomSidekicks, readSidekicksByCode } from '@assay/storage/submissions/custom-sidekicks.ts';
import type { SubmittedProfile } from '@assay/storage/submissions/submissions.ts';
import type { ApiDeps } from '../deps.ts';

/** The profile of a request, and the position of its id in `sidekickIds`. */
interface ChosenProfile extends ProfileContent {
  index: number;
  stored: SubmittedProfile;
}

export interface ChosenSidekicks {
  /** The sidekicks that the request names, and those of its profile. */
  sidekicks: KnownSidekick[];
  /** Null if the request names no profile. */
  profile: ChosenProfile | null;
  /** The ids that name neither a sidekick nor a profile, and further profiles. */
  faults: FieldFault[];
}

/** Finds the sidekicks and the profile that the ids of a request name. An id can be in any letter case. */
export async function chooseSidekicks(
  deps: ApiDeps,
  workspaceId: string,
  sidekickIds: readonly string[],
): Promise<ChosenSidekicks> {
  const ids = sidekickIds.map((id) => id.toLowerCase());
  const builtInProfiles = shippedProfiles.filter(({ id }) => ids.includes(id));
  const find = (some: readonly string[]) =>
    findSidekicks(some, (others) => readCustomSidekicks(deps.database, workspaceId, others), deps.readsText);
  const named = (
    await find(ids.filter((id) => builtInProfiles.every((profile) => profile.id !== id)))
  ).filter(({ removed }) => !removed);
  const unknown = ids.filter(
    (id) =>
      isUuid(id) &&
      named.every((sidekick) => sidekick.id !== id) &&
      builtInProfiles.every((profile) => profile.id !== id),
  );
  const own = unknown.length === 0 ? [] : await readProfiles(deps.database, workspaceId, unknown);
  const profiles = [
    ...builtInProfiles.map(({ id, version, builtIn: _, ...content }) => ({
      ...content,
      index: ids.indexOf(id),
      stored: { id, version, content },
    })),
    ...own.map(({ id, version, content }) => ({
      ...content,
      index: ids.indexOf(id),
      stored: { id, version, content: null },
    })),
  ].sort((a, b) => a.index - b.index);
  const [profile = null, ...further] = profiles;
  const faults = ids.flatMap((id, index) => {
    const field = `sidekickIds.${index}`;
    if (further.some(({ stored }) => stored.id === id))
      return [{ field, message: 'is a second profile; a submission has at most one' }];
    const isKnown = id === profile?.stored.id || named.some((sidekick) => sidekick.id === id);
    return isKnown ? [] : [{ field, message: 'is not a known sidekick' }];
  });
  const ofProfile = profile === null ? [] : await sidekicksOf(profile);
  const sidekicks = [
    ...named,
    ...ofProfile.filter(({ id }) => named.every((sidekick) => sidekick.id !== id)),
  ];
  return { sidekicks, profile, faults };

  /** Returns the sidekicks of a profile. A custom one of the workspace comes before one of all workspaces. */
  async function sidekicksOf(content: ProfileContent): Promise<KnownSidekick[]> {
    const codes = sidekickCodes(content);
    const builtIn = availableSidekicks(deps.readsText).filter(({ code }) => codes.includes(code));
    const others = codes.filter((code) => builtIn.every((sidekick) => sidekick.code !== code));
    const custom = others.length === 0 ? [] : await readSidekicksByCode(deps.database, workspaceId, others);
    return find([...builtIn.map(({ id }) => id), ...custom]);
  }
}
