/** Roles of a member in a workspace. Each role includes the rights of the roles before it. */
export const roles = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Returns whether `role` includes the rights of the role `required`. */
export function permits(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required);
}
