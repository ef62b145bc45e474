import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import type { Database } from '../storage/postgres/database.ts';

/** By then most of what is in progress now has been answered. */
const retryAfterSeconds = 1;

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Makes a function that refuses at once, with a 429, a request that would only wait: when so many are in progress in this
 * process, when half of them have the same key, or when as many statements wait for a connection (those of clients that
 * went away included). Nothing has been done then, so the same request may be sent again. A request counts until its client is
 * gone or what is answered is called, when its answer has been made: who does not read it holds nobody up.
 */
export function createAdmission(max: number, database: Pick<Database, 'waitingCount'>) {
  const maxOfKey = Math.floor(max / 2);
  const ofKeys = new Map<unknown, number>();
  let inProgress = 0;

  return function admit(request: IncomingMessage, response: ServerResponse): () => void {
    // Whose it is will be known only after a look into the database, which may be what is slow.
    const key = request.headers['x-api-key'];
    const ofKey = ofKeys.get(key) ?? 0;
    if (inProgress >= max || ofKey >= maxOfKey || database.waitingCount >= max) {
      throw new ApiError('too_many_at_once', { retryAfterSeconds });
    }
    inProgress++;
    ofKeys.set(key, ofKey + 1);
    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      inProgress--;
      const left = ofKeys.get(key)! - 1;
      if (left > 0) ofKeys.set(key, left);
      else ofKeys.delete(key);
    };
    response.once('close', leave);
    return leave;
  };
}
