import type { ProfileInput } from '@assay/domain/contracts/profile.ts';

/** A profile that Assay ships. The id never changes. Any change of the content needs the next version. */
export interface ShippedProfile {
  id: string;
  version: number;
  content: ProfileInput;
}
