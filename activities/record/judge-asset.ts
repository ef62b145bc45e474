import { sidekickCodes } from '@assay/analysis/profiles/profile.ts';
import { countChecks } from '@assay/analysis/profiles/checks.ts';
import { judgeVerdict } from '@assay/analysis/profiles/verdict.ts';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { examines, findRuleSets } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
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
  const examined = [...ruleSets.values()];
  const rules = new Map(examined.flatMap((sidekick) => sidekick.rules.map((rule) => [rule.code, rule])));
  const missing = sidekickCodes(profile).filter((code) => {
    const builtIn = sidekickDescriptions.find((sidekick) => sidekick.code === code);
    const isNeeded = builtIn === undefined || examines(builtIn, assetType, profile);
    return isNeeded && !examined.some((sidekick) => sidekick.code === code);
  });
  return judgeVerdict({
    found: issues.flatMap(({ contributors }) =>
      contributors.map(({ ruleCode, severity }) => ({
        ruleCode,
        severity,
        isGap: rules.get(ruleCode)?.isGap === true,
      })),
    ),
    missing: errorMessage === null ? missing : [errorMessage],
    checks: countChecks(examined, profile, assetType as AssetType),
    failsAt: profile.failsAt,
  });
}
