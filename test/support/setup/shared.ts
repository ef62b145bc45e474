declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:long`, in which tests repeat their steps more often. */
    isLong: boolean;
  }
}

/** A part of the test environment that several projects of one run use. */
interface SharedPart {
  value: Promise<unknown>;
  stop: () => Promise<void>;
  users: number;
}

// The map is a property of `globalThis`, because each project loads the set-up files again and so has
// separate module variables.
const parts = ((globalThis as { assayTestParts?: Map<string, SharedPart> }).assayTestParts ??= new Map<
  string,
  SharedPart
>());

/**
 * Starts a part of the test environment once per run and shares it between projects. When the last project
 * releases the part, it is stopped. Returns the part and the function that releases it.
 */
export async function share<T>(
  name: string,
  start: () => Promise<{ value: T; stop: () => Promise<void> }>,
): Promise<{ value: T; release: () => Promise<void> }> {
  let part = parts.get(name);
  if (part === undefined) {
    const started = start();
    part = {
      value: started.then(({ value }) => value),
      stop: () => started.then(({ stop }) => stop()),
      users: 0,
    };
    parts.set(name, part);
  }
  part.users++;
  const { stop } = part;
  const release = async () => {
    part.users--;
    if (part.users > 0) return;
    parts.delete(name);
    await stop();
  };
  return { value: (await part.value) as T, release };
}
