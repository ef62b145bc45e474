import type { Sidekick } from '../../contract/contract.ts';
import { requirementsFor } from '../../contract/settings.ts';
import { judgeRequirements, measuredValues } from './judge-requirements.ts';
import { readFacts, type RequirementJobs } from './read-facts.ts';
import { type RecordingFacts, watchRecording } from './watch-recording.ts';

/**
 * Compares the properties of a file with the requirements of a profile. What is measured does not depend on the
 * profile. Returns no findings without requirements for the type of the asset.
 */
export const requirements: Sidekick<RecordingFacts, RequirementJobs> = {
  watch: watchRecording,
  examine: async (input, observation) => {
    const required = requirementsFor(input.settings.requirements, input.asset.assetType);
    if (required.length === 0) return [];
    const facts = await readFacts(
      input,
      observation,
      required.map(([name]) => name),
    );
    input.onMeasured?.(measuredValues(required, facts));
    return judgeRequirements(required, facts);
  },
};
