import { plainText } from './lib/characters.ts';

// The payload codec must not throw in a worker, because a failed workflow task is retried forever. The codec therefore
// marks a payload that it refuses, and the payload converters turn the mark into `refusedValue`.

/** Type of the failure of work whose payload in Temporal was refused. */
export const payloadRefusedType = 'payload_refused';

/** Value of the metadata field `encoding` of a refused payload. Its data is the reason. */
export const refusedEncoding = 'assay/refused';

/** A custom sidekick chooses parts of the reason, such as the id of a key. */
const maxReasonCharacters = 500;

interface MarkedPayload {
  metadata?: Record<string, Uint8Array> | null;
  data?: Uint8Array | null;
}

/** Returns the reason if the codec has refused a payload. Null for all other payloads. */
export function refusalReason({ metadata, data }: MarkedPayload): string | null {
  if (text(metadata?.['encoding']) !== refusedEncoding) return null;
  return `A payload in Temporal was refused: ${plainText(text(data), maxReasonCharacters)}`;
}

const text = (bytes: Uint8Array | null | undefined) => new TextDecoder().decode(bytes ?? new Uint8Array());

// The SDK and the test runner load modules more than once, so a class would have several identities.
const failureKey = Symbol.for('assay.refused-payload');

/**
 * Returns the value that replaces a refused payload. An `await` of the value throws `failure`. The results of
 * activities, child workflows and queries are awaited. Arguments are not, so interceptors check them with
 * `failureOfRefused`.
 *
 * The converter cannot throw instead. The SDK converts results outside of the code of the workflow, where an error
 * fails the workflow task.
 */
export function refusedValue(failure: Error): unknown {
  return {
    [failureKey]: failure,
    then: (_resolve: unknown, reject: (error: Error) => void) => reject(failure),
  };
}

/** Returns the failure of the first refused value. Null if no value was refused. */
export function failureOfRefused(values: readonly unknown[]): Error | null {
  for (const value of values) {
    if (typeof value === 'object' && value !== null && failureKey in value) return value[failureKey] as Error;
  }
  return null;
}
