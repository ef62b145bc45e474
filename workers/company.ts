/** Whether the work of this process is that of one workspace, or of several that have to get along. */
export interface Company {
  /** Notes that work of this workspace is at hand. */
  note: (workspaceId: string) => void;
  /** True where work of at least two was at hand lately. */
  isMixed: () => boolean;
}

/** @param lately for how many milliseconds a workspace counts whose work was at hand */
export function createCompany(lately = 10_000): Company {
  let latest: { workspaceId: string; atMs: number } | null = null;
  /** When work of another than the latest was last at hand. */
  let otherAtMs = -Infinity;
  return {
    note(workspaceId) {
      if (latest !== null && latest.workspaceId !== workspaceId) otherAtMs = latest.atMs;
      latest = { workspaceId, atMs: performance.now() };
    },
    isMixed: () => performance.now() - otherAtMs < lately,
  };
}
