import { PermissionFlag } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { accessibilityPermission } from './facts.ts';

/** Names of the user permissions (ISO 32000-2, 7.6.4.2, table 22) by pdf.js constant, for texts of findings. */
const permissionNames = {
  PRINT: 'printing',
  PRINT_HIGH_QUALITY: 'printing in full quality',
  MODIFY_CONTENTS: 'changing the content',
  COPY: 'copying text and pictures',
  COPY_FOR_ACCESSIBILITY: accessibilityPermission,
  MODIFY_ANNOTATIONS: 'commenting',
  FILL_INTERACTIVE_FORMS: 'filling in forms',
  ASSEMBLE: 'inserting, turning and removing pages',
} satisfies Record<keyof typeof PermissionFlag, string>;

/** Returns the names of all permissions that are not in `allowed`, which has pdf.js constants. */
export function deniedBy(allowed: Set<number>): string[] {
  const flags = Object.entries(PermissionFlag) as [keyof typeof permissionNames, number][];
  return flags.filter(([, flag]) => !allowed.has(flag)).map(([key]) => permissionNames[key]);
}
