import { userInfo } from 'node:os';
import { loadAdminConfig } from '@assay/runtime/config.ts';
import type { Actor } from '@assay/domain/actor.ts';
import { invocation } from './invocation.ts';

/** Returns the operator who runs the admin CLI. The name comes from OPERATOR, or else from the system's user. */
export function currentOperator(): Actor {
  return { kind: 'operator', name: loadAdminConfig(invocation().env).OPERATOR ?? userName(), address: null };
}

/** Returns the name of the user, or the user id, because a user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
