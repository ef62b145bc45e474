import type { Sidekick } from '@assay/client/shapes.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import {
  ifUnknownTexts,
  nameOf,
  parameterValue,
  permittedText,
  requiredProperties,
  sourceText,
  typesText,
  valueText,
  withUnit,
} from './words.ts';

/** A part of a profile that differs between two versions, in words. */
export interface Difference {
  subject: string;
  was: string;
  is: string;
}

type Facts = Map<string, string>;

/** Returns what differs between two versions of a profile, in the order of the page of a profile. */
export function differencesOf(
  before: ProfileContent,
  after: ProfileContent,
  sidekicks: readonly Sidekick[],
): Difference[] {
  const ruleCodes = new Set([...Object.keys(before.rules), ...Object.keys(after.rules)]);
  const [was, is] = [before, after].map((content) => factsOf(content, ruleCodes, sidekicks)) as [
    Facts,
    Facts,
  ];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((subject) => ({ subject, was: was.get(subject) ?? '–', is: is.get(subject) ?? '–' }))
    .filter((difference) => difference.was !== difference.is);
}

/** Returns the parts of a profile by their names. A part that the profile does not have is absent. */
function factsOf(
  content: ProfileContent,
  ruleCodes: ReadonlySet<string>,
  sidekicks: readonly Sidekick[],
): Facts {
  const { requirements, rules } = content;
  const facts: [subject: string, text: string | null | undefined][] = [
    ['Name', content.name],
    ['Code', content.code],
    ['Description', content.description],
    ['Types of files', typesText(content.assetTypes)],
    ['Fails at', content.failsAt],
    ...requiredProperties(requirements).flatMap((property) => {
      const requirement = requirements[property]!;
      const { ifUnknown, source } = requirement;
      const name = nameOf(property);
      return [
        [name, permittedText(property, requirement)],
        [`${name}, if the file does not state it`, ifUnknownTexts[ifUnknown]],
        [`${name}, document`, source && sourceText(source)],
      ] as [string, string | undefined][];
    }),
    ...content.sidekicks.flatMap((settings) => {
      const { code, source } = settings;
      const sidekick = sidekicks.find((each) => each.code === code);
      const name = sidekick?.name ?? code;
      const values = (sidekick?.parameters ?? []).map((parameter): [string, string] => [
        `${name}: ${parameter.description}`,
        valueText(parameterValue(parameter, settings), parameter.unit),
      ]);
      return [[name, 'runs'], ...values, [`${name}, document`, source && sourceText(source)]] as [
        string,
        string | undefined,
      ][];
    }),
    ...[...ruleCodes].flatMap((code): [string, string | undefined][] => {
      const rule = sidekicks.flatMap((each) => each.rules).find((each) => each.code === code);
      const { severity, threshold, source } = rules[code] ?? {};
      const name = rule?.name ?? code;
      const limit = threshold ?? rule?.threshold ?? null;
      const usual = (text: string, isUsual: boolean) => (isUsual ? `${text} (usual)` : text);
      return [
        [`${name}: severity`, severity ?? usual(rule?.severity ?? 'as in the rule', true)],
        [
          `${name}: threshold`,
          limit === null
            ? undefined
            : usual(withUnit(String(limit), rule?.unit ?? null), threshold === undefined),
        ],
        [`${name}: document`, source && sourceText(source)],
      ];
    }),
    ...content.manualChecks.map(({ code, text }): [string, string] => [`Manual check ${code}`, text]),
    ...content.sources.map((source): [string, string] => [
      `Document: ${sourceText(source)}`,
      source.url ?? 'no link',
    ]),
  ];
  return new Map(facts.filter((fact): fact is [string, string] => typeof fact[1] === 'string'));
}
