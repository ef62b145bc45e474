import { sidekickDescriptions } from '../../activities/sidekicks/catalogue.ts';
import { sidekickList } from '../../domain/contracts/sidekick.ts';
import { operation } from '../route.ts';

// How they are run is not the consumer's affair.
const sidekicks = sidekickDescriptions.map(({ decodes: _, rules, ...described }) => ({
  ...described,
  rules: rules.map(({ defect: _, ...rule }) => rule),
}));

/** The sidekicks there are, with the rules, thresholds and sources they judge by. */
export const listSidekicksRoute = operation({
  id: 'listSidekicks',
  tag: 'Sidekicks',
  summary: 'List the sidekicks with their rules, thresholds and sources',
  errors: [],
  responses: { 200: sidekickList },
  handle: () => Promise.resolve({ status: 200, body: { sidekicks } }),
});
