import { userInfo } from 'node:os';
import type { Actor } from '../domain/actor.ts';

/** Returns the operator who runs the admin CLI, as the operating system names the user. */
export function currentOperator(): Actor {
  return { kind: 'operator', name: userName(), address: null };
}

/** A user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
