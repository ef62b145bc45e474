import { properties, propertyNames, requirementCode } from '@assay/domain/requirements.ts';
import type { SidekickDescription } from '../contract/description.ts';
import { requirementsCode, type Profile } from './profile.ts';

/**
 * Returns the codes of the rules of a sidekick that are checks of a file: all but those that the profile turns off. Of
 * the requirements, only those of the profile for this type of file are checks.
 */
export function checksInForce(
  { code, rules }: Pick<SidekickDescription, 'code' | 'rules'>,
  profile: Pick<Profile, 'rules' | 'requirements'> | null,
  assetType: string | null,
): string[] {
  const codes = rules.map((rule) => rule.code).filter((each) => profile?.rules[each]?.severity !== 'off');
  if (code !== requirementsCode) return codes;
  const required: readonly string[] = propertyNames
    .filter(
      (name) =>
        profile?.requirements[name] !== undefined &&
        (properties[name].assetTypes as readonly (string | null)[]).includes(assetType),
    )
    .map(requirementCode);
  return codes.filter((each) => required.includes(each));
}
