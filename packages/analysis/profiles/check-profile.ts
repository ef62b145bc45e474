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
  const faulty = new Set(parsed.error?.issues.map(({ path: [field] }) => field));
  const content = parsed.data ?? readableContent(body);
  // Rules and types may be those of a sidekick or a requirement that is missing.
  const isComplete = hasAllSidekicks(content, sidekicks) && !faulty.has('requirements');
  const faults = [
    ...(parsed.success ? [] : faultsOf(parsed.error)),
    ...droppedKeys(body),
    ...sidekickFaults(content, sidekicks),
    ...ruleFaults(content, sidekicks, isComplete),
    ...(faulty.has('assetTypes') ? [] : typeFaults(content, sidekicks, isComplete)),
  ];
  return parsed.success && faults.length === 0 ? { content: parsed.data } : { faults };
}

/** Stands for a sidekick whose code cannot be read. No sidekick has this code. */
const unreadableCode = '';

type CheckedContent = Pick<ProfileContent, 'assetTypes' | 'sidekicks' | 'rules' | 'requirements'>;

/** Returns the parts of a body of the wrong form whose names and thresholds can be checked in spite of it. */
function readableContent(body: unknown): CheckedContent {
  const { shape } = profileContent;
  const { assetTypes, sidekicks, rules, requirements } = fieldsOf(body);
  const chosen: unknown[] = Array.isArray(sidekicks) ? sidekicks : [null];
  return {
    assetTypes: shape.assetTypes.safeParse(assetTypes).data ?? [],
    sidekicks: chosen.slice(0, maxReadable).map((one) => {
      const [whole] = shape.sidekicks.safeParse([one]).data ?? [];
      const { code } = fieldsOf(one);
      return whole ?? { code: typeof code === 'string' ? code : unreadableCode };
    }),
    rules: Object.fromEntries(
      Object.entries(fieldsOf(rules))
        .filter(([code]) => code !== '__proto__')
        .slice(0, maxReadable)
        .map(([code, rule]) => {
          const { threshold } = fieldsOf(rule);
          return [code, typeof threshold === 'number' ? { threshold } : {}];
        }),
    ),
    // Only their names are used.
    requirements: fieldsOf(requirements),
  };
}

/** Maximum number of sidekicks, and of rules, that are checked in a body of the wrong form. */
const maxReadable = 1_000;

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
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

function hasAllSidekicks({ sidekicks: chosen }: CheckedContent, sidekicks: Sidekicks): boolean {
  return chosen.every(({ code }) => sidekicks.some((sidekick) => sidekick.code === code));
}

function sidekickFaults({ sidekicks: chosen }: CheckedContent, sidekicks: Sidekicks): ProfileFault[] {
  return chosen.flatMap(({ code, parameters }, index) => {
    if (code === unreadableCode) return [];
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

function ruleFaults(content: CheckedContent, sidekicks: Sidekicks, isComplete: boolean): ProfileFault[] {
  const running = sidekickCodes(content);
  return Object.entries(content.rules).flatMap(([code, { threshold }]) => {
    const field = `rules.${code}`;
    const owner = sidekicks.find(
      (sidekick) => running.includes(sidekick.code) && sidekick.rules.some((rule) => rule.code === code),
    );
    const rule = owner?.rules.find((each) => each.code === code);
    if (rule === undefined)
      return isComplete ? [{ field, message: 'is no rule of the sidekicks of this profile' }] : [];
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
function typeFaults(content: CheckedContent, sidekicks: Sidekicks, isComplete: boolean): ProfileFault[] {
  const { assetTypes, requirements } = content;
  const isFor = (types: readonly AssetType[]) => types.some((type) => assetTypes.includes(type));
  const required = propertyNames.filter(
    (name) => requirements[name] !== undefined && !isFor(properties[name].assetTypes),
  );
  const codes = sidekickCodes(content);
  const unexamined = (isComplete ? assetTypes : []).filter((type) => {
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
    ...(fieldsOf(requirements.durationSeconds)['toleranceFrames'] !== undefined &&
    !assetTypes.includes('video')
      ? [{ field: 'requirements.durationSeconds.toleranceFrames', message: 'applies only to video files' }]
      : []),
    ...unexamined.map((type) => ({
      field: 'assetTypes',
      message: `no sidekick and no requirement of this profile applies to ${type} files`,
    })),
  ];
}
