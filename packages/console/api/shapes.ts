import type { components } from '@assay/client/schema.ts';
import type { Environment, Scope } from '@assay/domain/api-key.ts';
import type { Role } from '@assay/domain/role.ts';

// The bodies of the console's API. The OpenAPI description has only one of them, the list of submissions.

export interface Membership {
  workspaceId: string;
  workspaceName: string;
  role: Role;
}

export interface Session {
  member: { id: string; name: string };
  memberships: Membership[];
  /** `operator`: the session was opened with a link that an operator could use. */
  via: 'operator' | null;
  /** Last sign-in as the member with such a link, except the one that opened this session. Null if there was none. */
  operatorSignedInAt: string | null;
  expiresAt: string;
  idleExpiresAt: string;
}

export interface SignInPreview {
  memberName: string;
  workspaces: { name: string }[];
  expiresAt: string;
}

export type SubmissionList = components['schemas']['SubmissionList'];
export type ListedSubmission = components['schemas']['SubmissionSummary'];

export interface ListedKey {
  id: string;
  environment: Environment;
  name: string | null;
  scopes: Scope[];
  /** The characters before the random part, such as `sk_live_`. */
  prefix: string;
  lastFour: string;
  /** Null if the operator created the key. */
  createdBy: { id: string; name: string } | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface KeyList {
  items: ListedKey[];
  /** Days until a new key expires at the latest, as the plan sets. Null: no limit. */
  keyDays: number | null;
}

export interface ListedMember {
  memberId: string;
  name: string;
  role: Role;
  createdAt: string;
  lastUsedAt: string | null;
}

/** A new sign-in link, which is shown once. */
export interface SignInLink {
  memberId: string;
  url: string;
  expiresAt: string;
}

export interface AuditEntry {
  id: number;
  occurredAt: string;
  /**
   * `id` is null for operators. `id` and `name` are null if no key or member with the id of the entry exists. `name` is
   * also null if a key has no name.
   */
  actor: {
    kind: 'key' | 'operator' | 'member';
    id: string | null;
    name: string | null;
    /** `operator`: the member's session was opened with a link that an operator could use. */
    via: 'operator' | null;
  };
  address: string | null;
  action: string;
  subject: string;
}
