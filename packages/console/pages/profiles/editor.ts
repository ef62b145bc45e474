import type { ProfileContent, ProfileRule, ProfileSource } from '@assay/domain/contracts/profile.ts';
import { type PropertyName, requirementCode } from '@assay/domain/requirements.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import type { Sidekick } from '@assay/client/shapes.ts';
import { keyOf, requiredProperties } from './words.ts';

/** A field that the service rejected, such as `rules.picture.black.threshold`, and why. */
export interface Fault {
  field: string;
  message: string;
}

/** A profile that a person changes. A number that cannot be read is in it as the text that was typed. */
export interface Editor {
  draft: ProfileContent;
  /** True if the profile does not exist yet. Its code then follows its name. */
  isNew: boolean;
  faults: readonly Fault[];
  /** The choices of documents, as values of a select. Computed once, because a form has over a hundred selects. */
  sources: ReadonlyMap<string, ProfileSource>;
  change: (part: Partial<ProfileContent>) => void;
}

/** Returns what the service said about a field or a part of it. Null if it accepted the field. */
export function faultOf({ faults, draft }: Editor, field: string): string | null {
  const found = faults.filter((fault) => fault.field === field || fault.field.startsWith(`${field}.`));
  return found.length === 0 ? null : found.map((fault) => faultText(fault, draft)).join('; ');
}

/** Returns what the service said about a field. If the field is one of a list of values, names the value. */
export function faultText({ field, message }: Fault, content: ProfileContent): string {
  const [, list, index] = /^requirements\.(.+)\.oneOf\.(\d+)$/.exec(field) ?? [];
  const { oneOf } = (content.requirements[list as PropertyName] ?? {}) as { oneOf?: unknown[] };
  const value = oneOf?.[Number(index)];
  // The input of `oneOf` is called “Or exactly”.
  const text = message.replace('most or oneOf', 'most or exactly');
  return typeof value === 'string' || typeof value === 'number' ? `“${value}” ${text}` : text;
}

/** Returns the value of a field as JSON, or the nearest value around it. Names in a field can contain full stops. */
function valueOf(value: unknown, field: string): string {
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      if (`${field}.`.startsWith(`${name}.`)) return valueOf(part, field.slice(name.length + 1));
  return JSON.stringify(value);
}

/** Returns the faults whose fields still have the values that the service rejected. */
export function unchangedFaults(
  faults: readonly Fault[],
  rejected: ProfileContent,
  content: ProfileContent,
): Fault[] {
  return faults.filter(({ field }) => valueOf(rejected, field) === valueOf(content, field));
}

/** Returns the draft without a rule's values if none of them differs from the rule. */
export function withRule(
  { rules }: ProfileContent,
  code: string,
  change: Partial<ProfileRule>,
): ProfileContent['rules'] {
  const changed = { ...rules[code], ...change };
  const kept: ProfileRule = Object.fromEntries(
    Object.entries(changed).filter(([, value]: [string, unknown]) => value !== undefined),
  );
  const { [code]: _, ...others } = rules;
  // A document alone changes nothing, and the service rejects it.
  if (kept.severity === undefined && kept.threshold === undefined) return others;
  return { ...rules, [code]: kept };
}

/**
 * Returns the draft with another document in the place of one, also where its values name it.
 * @param source null to remove the document
 */
export function withSource(
  draft: ProfileContent,
  index: number,
  source: ProfileSource | null,
): Partial<ProfileContent> {
  const before = draft.sources[index]!;
  const replace = <T extends { source?: ProfileSource | undefined }>(one: T): T => {
    if (one.source === undefined || keyOf(one.source) !== keyOf(before)) return one;
    const { source: _, ...rest } = one;
    return (source === null ? rest : { ...rest, source }) as T;
  };
  const each = <T extends object>(record: T): T =>
    Object.fromEntries(
      Object.entries(record).map(([name, one]) => [name, replace(one as { source?: ProfileSource })]),
    ) as T;
  return {
    sources: draft.sources.flatMap((one, at) => (at !== index ? [one] : source === null ? [] : [source])),
    sidekicks: draft.sidekicks.map(replace),
    rules: each(draft.rules),
    requirements: each(draft.requirements),
  };
}

/**
 * Returns the content to save: without the rules of sidekicks and requirements that the profile no longer has, which
 * the service would reject.
 */
export function contentToSave(draft: ProfileContent, sidekicks: readonly Sidekick[]): ProfileContent {
  const chosen = new Set(draft.sidekicks.map(({ code }) => code));
  const required = new Set<string>(requiredProperties(draft.requirements).map(requirementCode));
  const unused = new Set(
    sidekicks.flatMap(({ code, rules }) =>
      code === requirementsCode
        ? rules.filter((rule) => !required.has(rule.code)).map((rule) => rule.code)
        : chosen.has(code)
          ? []
          : rules.map((rule) => rule.code),
    ),
  );
  const rules = Object.fromEntries(Object.entries(draft.rules).filter(([code]) => !unused.has(code)));
  return { ...draft, description: draft.description === '' ? null : draft.description, rules };
}
