/** The storage failed or could not be reached; the same request may succeed later. */
export class StorageFault extends Error {
  constructor(cause: unknown) {
    super(`storage fault: ${cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause)}`, {
      cause,
    });
    this.name = 'StorageFault';
  }
}
