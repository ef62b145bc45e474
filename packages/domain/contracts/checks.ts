import { z } from 'zod';
import { count, severity } from './fields.ts';
import { sidekickList } from './sidekick.ts';

const sidekick = sidekickList.shape.sidekicks.element.shape;
const rule = sidekick.rules.element.shape;

const checkResult = z.enum(['found', 'none', 'skipped', 'failed', 'not_applicable', 'off']).meta({
  id: 'CheckResult',
  description:
    '`found`: the sidekick has findings. `none`: it ran and has none, also if the file has nothing that the rule is ' +
    'about. `skipped`: an operator skipped the sidekick. `failed`: the asset failed before the sidekick had a result. ' +
    '`not_applicable`: the check is not for this type of file. `off`: the profile turns the rule off.',
});

const check = z
  .strictObject({
    sidekickId: sidekick.id,
    sidekickCode: sidekick.code,
    sidekickName: sidekick.name,
    sidekickVersion: z
      .string()
      .describe(
        'Version of the rules that the sidekick used. If it has no result, the current version of its rules.',
      ),
    ruleCode: rule.code,
    ruleName: rule.name,
    severity: severity.describe('Severity of its issues, under the profile if there is one.'),
    threshold: z
      .number()
      .nullable()
      .describe('The threshold in force, under the profile if there is one. Null if the rule has none.'),
    required: z
      .string()
      .nullable()
      .describe(
        'The values that the profile requires, with their unit, such as `25 or 50 frames/s`. Null for other rules.',
      ),
    unit: rule.unit,
    source: rule.source,
    result: checkResult
      .nullable()
      .describe(
        'The result of the check. Null if an earlier release ran the sidekick, which did not record findings by rule.',
      ),
    count: count
      .nullable()
      .describe(
        'Number of findings of this sidekick. Findings of several sidekicks can be one issue. Null if `result` is null.',
      ),
    measured: z
      .union([z.number(), z.string(), z.null()])
      // Some generators of clients have no union with null.
      .meta({
        description:
          'The value that was measured: a number in the unit of the check, or a text. Null if no value is known.',
        jsonSchema: {},
      }),
  })
  .meta({ id: 'Check', description: 'One rule of one sidekick, and what it found in the asset.' });

export const checkList = z
  .strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    checks: z
      .array(check)
      .describe(
        'The rules of all sidekicks that the submission named, grouped by sidekick. Empty in the sandbox.',
      ),
    complete: z
      .boolean()
      .describe(
        'False if a sidekick ran whose rules are not known any more, because an earlier release did not record them. Its ' +
          'rules are missing in `checks`.',
      ),
    total: count.describe('Number of checks. Equals the length of `checks`.'),
  })
  .meta({ id: 'CheckList', description: 'The checks that were made on an asset.' });
