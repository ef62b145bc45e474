import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { sidekickCodes } from '@assay/analysis/profiles/profile.ts';
import { countMade, listChecks, type SidekickRun } from '@assay/analysis/profiles/checks.ts';
import { defaultFailsAt, judgeVerdict } from '@assay/analysis/profiles/verdict.ts';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { examines } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import type { JudgedVerdict } from '@assay/domain/verdict.ts';

/**
 * Returns the verdict of an asset.
 * @param profile null to judge by the defaults
 * @param runs the sidekicks that have a result, in the versions of their results
 * @param missing codes of sidekicks that should have examined the asset
 * @param errorMessage the failure of the asset; null if it was examined
 */
export function judgeIssues(
  assetType: string | null,
  profile: Profile | null,
  { runs, missing }: { runs: readonly SidekickRun[]; missing: readonly string[] },
  issues: readonly Issue[],
  errorMessage: string | null,
): JudgedVerdict {
  const rules = new Map(runs.flatMap(({ sidekick }) => sidekick.rules.map((rule) => [rule.code, rule])));
  return judgeVerdict({
    found: issues.flatMap(({ contributors }) =>
      contributors.map(({ ruleCode, severity }) => ({
        ruleCode,
        severity,
        isGap: rules.get(ruleCode)?.isGap === true,
      })),
    ),
    missing: errorMessage === null ? missing : [errorMessage],
    checks: assetType === null ? 0 : countMade(listChecks(runs, profile, assetType as AssetType)),
    failsAt: profile?.failsAt ?? defaultFailsAt,
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
