import { sidekickDescriptions } from '../../analysis/sidekicks/catalogue.ts';
import { sidekickList } from '../../domain/contracts/sidekick.ts';
import { sidekicksBody } from '../../storage/postgres/registered-sidekicks.ts';
import { operation } from '../route.ts';

// How they are run is not the consumer's affair.
const builtIn = sidekickDescriptions.map(({ decodes: _, rules, ...described }) => ({
  ...described,
  rules: rules.map(({ defect: _, ...rule }) => rule),
}));

/** The sidekicks that the workspace may use, with the rules, thresholds and sources they judge by. */
export const listSidekicksRoute = operation({
  id: 'listSidekicks',
  tag: 'Sidekicks',
  summary: 'List the sidekicks with their rules, thresholds and sources',
  errors: [],
  responses: { 200: sidekickList },
  read: sidekicksBody,
  handle: ({ found }) => ({ status: 200, body: { sidekicks: [...builtIn, ...parsed(found)] } }),
});

function parsed(found: string | null): unknown[] {
  return JSON.parse(found!) as unknown[];
}
