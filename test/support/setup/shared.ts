declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:long`. */
    isLong: boolean;
  }
}

/** A part of the test environment that several Vitest projects of one run use. */
interface SharedPart {
  value: Promise<unknown>;
  resources: AsyncDisposableStack;
  users: number;
}

// The map is a property of `globalThis`, because each Vitest project loads the set-up files again and so has separate
// module variables.
const parts = ((globalThis as { assayTestParts?: Map<string, SharedPart> }).assayTestParts ??= new Map<
  string,
  SharedPart
>());

/**
 * Starts a part of the test environment once per run and shares it between Vitest projects. The part is stopped
 * when the last project releases it, or when its start fails. Returns the part and the function that releases it.
 * @param start returns the part, and registers in `resources` how to stop it
 */
export async function share<T>(
  name: string,
  start: (resources: AsyncDisposableStack) => Promise<T>,
): Promise<{ value: T; release: () => Promise<void> }> {
  let part = parts.get(name);
  if (part === undefined) {
    const resources = new AsyncDisposableStack();
    part = { value: start(resources), resources, users: 0 };
    parts.set(name, part);
  }
  part.users++;
  const release = async () => {
    part.users--;
    if (part.users > 0) return;
    parts.delete(name);
    await part.resources.disposeAsync();
  };
  try {
    return { value: (await part.value) as T, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns a shared part. Disposing `resources` of the part that depends on it releases the shared part. */
export async function dependOn<T>(
  resources: AsyncDisposableStack,
  shared: Promise<{ value: T; release: () => Promise<void> }>,
): Promise<T> {
  const { value, release } = await shared;
  resources.defer(release);
  return value;
}
