import type { z } from 'zod';
import { profileContent } from '@assay/domain/contracts/profile.ts';
import type { SidekickSettings } from '../../contract/settings.ts';

type RequirementsInput = NonNullable<z.input<typeof profileContent>['requirements']>;

/** Returns requirements as a profile has them after its validation. */
export const parsedRequirements = (requirements: RequirementsInput) =>
  profileContent.shape.requirements.parse(requirements);

/** Returns the settings of the sidekick `requirements` with the given requirements. */
export function requiring(requirements: RequirementsInput): SidekickSettings {
  return { parameters: {}, source: null, thresholds: {}, requirements: parsedRequirements(requirements) };
}
