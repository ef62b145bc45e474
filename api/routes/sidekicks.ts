import { availableSidekicks, type RuleCode, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import { describeParameters } from '@assay/analysis/contract/describe-parameters.ts';
import { evidenceOf } from '@assay/analysis/sidekicks/evidence.ts';
import { wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { sidekickList } from '@assay/domain/contracts/sidekick.ts';
import { sidekicksBody } from '@assay/storage/submissions/custom-sidekicks.ts';
import { readListAs } from '../list-reader.ts';
import { operation } from '../route.ts';

// The API does not return the internal fields, such as `decodes`, `readsText`, `hearsSpeech` and `isGap`.
const bodiesOf = (readsText: boolean) =>
  availableSidekicks(readsText).map(
    ({
      decodes: _,
      readsText: _reads,
      hearsSpeech: _hears,
      asksForText: _asks,
      limits = [],
      parameters,
      rules,
      ...sidekick
    }) => ({
      ...sidekick,
      builtIn: true,
      limits,
      parameters: describeParameters(parameters),
      rules: rules.map(({ defect: _, isGap: _gap, assetTypes = null, adjustable = null, ...rule }) => ({
        ...rule,
        assetTypes,
        adjustable,
        evidence: evidenceOf(sidekick.code as SidekickCode, rule.code as RuleCode),
      })),
    }),
  );
const builtIn = { withText: bodiesOf(true), withoutText: bodiesOf(false) };

/** Lists the sidekicks that the workspace may use. Built-in sidekicks are listed first. */
export const listSidekicksRoute = operation({
  id: 'listSidekicks',
  tag: 'Sidekicks',
  summary: 'List the sidekicks with their rules, thresholds and sources',
  errors: ['list_timeout'],
  query: wholeListQuery,
  responses: { 200: sidekickList },
  async handle(request) {
    const { deps } = request;
    const custom = await readListAs(request, { read: sidekicksBody, values: [] });
    const sidekicks = [
      ...(deps.readsText ? builtIn.withText : builtIn.withoutText),
      ...(JSON.parse(custom!) as unknown[]),
    ];
    return { status: 200, body: { sidekicks } };
  },
});
