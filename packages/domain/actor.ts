import type { Role } from './role.ts';

/** The author of a change, for the audit log. */
export interface Actor {
  kind: 'key' | 'operator' | 'member';
  /** Id of the API key or of the member, or the operator's name. */
  name: string;
  /** `operator` if the member's session was opened with a link that an operator could use. Otherwise absent. */
  via?: 'operator';
  /**
   * The role that a member needs for the change. It is checked again when the change is written, see `insertEntries`.
   * Absent for keys and operators.
   */
  role?: Role;
  /** Address of the client. Null for operators, and if the client had disconnected before the address was read. */
  address: string | null;
}
