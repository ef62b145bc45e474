import type { z } from 'zod';
import { profileContent, type ProfileContent } from '@assay/domain/contracts/profile.ts';
import { properties, propertyNames } from '@assay/domain/requirements.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { SidekickDescription } from '../contract/description.ts';
import { sidekickCodes } from './profile.ts';

/** A fault of a profile: the path of the field, such as `rules.picture.black.threshold`, and what is wrong. */
export interface ProfileFault {
  field: string;
  message: string;
}

/**
 * Returns the content of a profile, or its faults: fields of the wrong form, and names of sidekicks, rules, parameters
 * and thresholds that do not exist or are out of range.
 * @param sidekicks the sidekicks that the workspace may use
 */
export function checkProfile(
  body: unknown,
  sidekicks: readonly Pick<SidekickDescription, 'code' | 'rules' | 'parameters' | 'assetTypes'>[],
): { content: ProfileContent } | { faults: ProfileFault[] } {
  const parsed = profileContent.safeParse(body);
  const dropped = droppedKeys(body);
  if (!parsed.success) return { faults: [...faultsOf(parsed.error), ...dropped] };
  const content = parsed.data;
  const faults = [
    ...dropped,
    ...sidekickFaults(content, sidekicks),
    ...ruleFaults(content, sidekicks),
    ...typeFaults(content, sidekicks),
  ];
  return faults.length === 0 ? { content } : { faults };
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.');

function faultsOf(error: z.ZodError, prefix: readonly PropertyKey[] = []): ProfileFault[] {
  return error.issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code !== 'unrecognized_keys') return [{ field: pathOf(path), message: issue.message }];
    return issue.keys.map((key) => ({ field: pathOf([...path, key]), message: 'is unknown' }));
  });
}

/** Returns a fault for each key `__proto__` of a record. Zod removes these keys without an issue. */
function droppedKeys(body: unknown): ProfileFault[] {
  const { rules, sidekicks } = (body ?? {}) as { rules?: unknown; sidekicks?: unknown };
  const chosen: unknown[] = Array.isArray(sidekicks) ? sidekicks : [];
  const records = [
    { path: 'rules', record: rules },
    ...chosen.map((one, index) => ({
      path: `sidekicks.${index}.parameters`,
      record: (one as { parameters?: unknown } | null)?.parameters,
    })),
  ];
  return records
    .filter(({ record }) => record instanceof Object && Object.hasOwn(record, '__proto__'))
    .map(({ path }) => ({ field: `${path}.__proto__`, message: 'is unknown' }));
}

type Sidekicks = Parameters<typeof checkProfile>[1];

/** Returns whether all sidekicks of a profile exist. If not, its rules and types may be those of the missing ones. */
function isComplete({ sidekicks: chosen }: ProfileContent, sidekicks: Sidekicks): boolean {
  return chosen.every(({ code }) => sidekicks.some((sidekick) => sidekick.code === code));
}

function sidekickFaults({ sidekicks: chosen }: ProfileContent, sidekicks: Sidekicks): ProfileFault[] {
  return chosen.flatMap(({ code, parameters }, index) => {
    const sidekick = sidekicks.find((each) => each.code === code);
    if (sidekick === undefined)
      return [{ field: `sidekicks.${index}.code`, message: 'names no sidekick of the workspace' }];
    if (parameters === undefined) return [];
    const path = ['sidekicks', index, 'parameters'];
    if (sidekick.parameters === undefined)
      return Object.keys(parameters).map((name) => ({
        field: pathOf([...path, name]),
        message: 'is unknown',
      }));
    const parsed = sidekick.parameters.safeParse(parameters);
    return parsed.success ? [] : faultsOf(parsed.error, path);
  });
}

function ruleFaults(content: ProfileContent, sidekicks: Sidekicks): ProfileFault[] {
  const running = sidekickCodes(content);
  return Object.entries(content.rules).flatMap(([code, { threshold }]) => {
    const field = `rules.${code}`;
    const owner = sidekicks.find(
      (sidekick) => running.includes(sidekick.code) && sidekick.rules.some((rule) => rule.code === code),
    );
    const rule = owner?.rules.find((each) => each.code === code);
    if (rule === undefined)
      return isComplete(content, sidekicks)
        ? [{ field, message: 'is no rule of the sidekicks of this profile' }]
        : [];
    if (threshold === undefined) return [];
    if (rule.adjustable === undefined)
      return [{ field: `${field}.threshold`, message: 'cannot be changed for this rule' }];
    const { least, most } = rule.adjustable;
    if (threshold >= least && threshold <= most) return [];
    const unit = rule.unit === null ? '' : ` ${rule.unit}`;
    return [{ field: `${field}.threshold`, message: `must be from ${least} to ${most}${unit}` }];
  });
}

/** Returns requirements and types that the profile can never use. */
function typeFaults(content: ProfileContent, sidekicks: Sidekicks): ProfileFault[] {
  const { assetTypes, requirements } = content;
  const isFor = (types: readonly AssetType[]) => types.some((type) => assetTypes.includes(type));
  const required = propertyNames.filter(
    (name) => requirements[name] !== undefined && !isFor(properties[name].assetTypes),
  );
  const codes = sidekickCodes(content);
  const unexamined = (isComplete(content, sidekicks) ? assetTypes : []).filter((type) => {
    const hasRequirement = propertyNames.some(
      (name) =>
        requirements[name] !== undefined && (properties[name].assetTypes as readonly string[]).includes(type),
    );
    const isExamined = sidekicks.some(
      ({ code, assetTypes: types }) =>
        code !== requirementsCode && codes.includes(code) && types.includes(type),
    );
    return !hasRequirement && !isExamined;
  });
  return [
    ...required.map((name) => ({
      field: `requirements.${name}`,
      message: `applies to none of the asset types of this profile`,
    })),
    ...(requirements.durationSeconds?.toleranceFrames !== undefined && !assetTypes.includes('video')
      ? [{ field: 'requirements.durationSeconds.toleranceFrames', message: 'applies only to video files' }]
      : []),
    ...unexamined.map((type) => ({
      field: 'assetTypes',
      message: `no sidekick and no requirement of this profile applies to ${type} files`,
    })),
  ];
}
