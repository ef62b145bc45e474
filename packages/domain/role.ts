/** Roles of a member in a workspace, from the fewest rights to the most. Each has the rights of those before it. */
export const roles = ['viewer', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Returns whether a member with `role` may do what requires the role `required`. */
export function permits(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required);
}
