import type { Watch } from './watch.ts';

/** Measurements by the name of the watch that made them; null for a watch that is null. */
export type Combined<Watches> = {
  [Name in keyof Watches]: Watches[Name] extends Watch<infer Measurements> | null
    ? Measurements | Extract<Watches[Name], null>
    : never;
};

/**
 * Combines watches into one. A filter that several watches contain runs once. At most one watch may have `frames`, and
 * at most one `lumaFrames`. All watches with `wholePictures` must ask for the same size and format.
 * @param watches watches by name; null for a watch that does not apply to the file
 */
export function combineWatches<Watches extends Record<string, Watch<unknown> | null>>(
  watches: Watches,
): Watch<Combined<Watches>> {
  const all = Object.values(watches).filter((watch) => watch !== null);
  const merged = (filters: (watch: Watch<unknown>) => readonly string[] | undefined) => [
    ...new Set(all.flatMap((watch) => filters(watch) ?? [])),
  ];
  const wholePictures = all.flatMap((watch) => watch.wholePictures ?? []);
  return {
    pictureFilters: merged(({ pictureFilters }) => pictureFilters),
    smallFilters: merged(({ smallFilters }) => smallFilters),
    soundFilters: merged(({ soundFilters }) => soundFilters),
    frames: all.find(({ frames }) => frames !== undefined)?.frames,
    lumaFrames: all.find(({ lumaFrames }) => lumaFrames !== undefined)?.lumaFrames,
    wholePictures: wholePictures[0] && {
      ...wholePictures[0],
      onPicture: (planes) => wholePictures.forEach(({ onPicture }) => onPicture(planes)),
    },
    onMessage: (...message) => all.forEach(({ onMessage }) => onMessage?.(...message)),
    seen: (decodedSeconds) =>
      Object.fromEntries(
        Object.entries(watches).map(([name, watch]) => [name, watch?.seen(decodedSeconds) ?? null]),
      ) as Combined<Watches>,
    curves: () => all.flatMap(({ curves }) => curves?.() ?? []),
  };
}
