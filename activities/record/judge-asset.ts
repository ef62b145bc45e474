import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { sidekickCodes } from '@assay/analysis/profiles/profile.ts';
import { countMade, listChecks, type SidekickRun } from '@assay/analysis/profiles/checks.ts';
import { judgeVerdict } from '@assay/analysis/profiles/verdict.ts';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { examines, findRuleSets } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import type { JudgedVerdict } from '@assay/domain/verdict.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { AssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { readSidekickVersions } from '@assay/storage/submissions/custom-sidekicks.ts';
import { readSidekickResults } from '@assay/storage/submissions/sidekick-results.ts';

/**
 * Returns the verdict of an asset by the profile of its submission. Null without a profile.
 * @param errorMessage the failure of the asset; null if it was examined
 */
export async function judgeAsset(
  database: Database,
  submissionId: string,
  { assetId, assetType, profile }: Pick<AssetInWork, 'assetId' | 'assetType' | 'profile'>,
  issues: readonly Issue[],
  errorMessage: string | null,
): Promise<JudgedVerdict | null> {
  if (profile === null) return null;
  const results = await readSidekickResults(database, submissionId, assetId);
  const ruleSets = await findRuleSets(results, (wanted) => readSidekickVersions(database, wanted));
  const runs = results.flatMap(({ sidekickId, ruleCounts, measured }): SidekickRun[] => {
    const sidekick = ruleSets.get(sidekickId);
    return sidekick === undefined ? [] : [{ sidekick, state: 'ran', counts: ruleCounts, measured }];
  });
  return judgeIssues(assetType, profile, runs, issues, errorMessage);
}

/**
 * Returns the verdict of an asset by a profile.
 * @param runs the sidekicks that have a result, in the versions of their results
 * @param errorMessage the failure of the asset; null if it was examined
 */
export function judgeIssues(
  assetType: string | null,
  profile: Profile,
  runs: readonly SidekickRun[],
  issues: readonly Issue[],
  errorMessage: string | null,
): JudgedVerdict {
  const examined = runs.map(({ sidekick }) => sidekick);
  const rules = new Map(examined.flatMap((sidekick) => sidekick.rules.map((rule) => [rule.code, rule])));
  const missing = missingSidekicks(assetType, profile, examined);
  return judgeVerdict({
    found: issues.flatMap(({ contributors }) =>
      contributors.map(({ ruleCode, severity }) => ({
        ruleCode,
        severity,
        isGap: rules.get(ruleCode)?.isGap === true,
      })),
    ),
    missing: errorMessage === null ? missing : [errorMessage],
    checks: countMade(listChecks(runs, profile, assetType as AssetType)),
    failsAt: profile.failsAt,
  });
}

/** Returns the codes of the sidekicks of a profile that examine assets of a type, and have no result. */
export function missingSidekicks(
  assetType: string | null,
  profile: Profile,
  examined: readonly SidekickDescription[],
): string[] {
  return sidekickCodes(profile).filter((code) => {
    const builtIn = sidekickDescriptions.find((sidekick) => sidekick.code === code);
    const isNeeded = builtIn === undefined || examines(builtIn, assetType, profile);
    return isNeeded && !examined.some((sidekick) => sidekick.code === code);
  });
}
