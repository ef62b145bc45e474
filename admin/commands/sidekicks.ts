import type { Command } from 'commander';
import { sidekickDescriptions } from '../../activities/sidekicks/catalogue.ts';
import type { Run } from '../run.ts';

export function addSidekickCommands(program: Command, run: Run): void {
  const sidekicks = program.command('sidekicks').description('the analysers');

  sidekicks
    .command('list')
    .description('list the sidekicks and the asset types they examine')
    .action(() =>
      run(() =>
        Promise.resolve(
          sidekickDescriptions.map(({ id, code, name, version, assetTypes, rules }) => ({
            id,
            code,
            name,
            version,
            assetTypes,
            rules: rules.map((rule) => rule.code),
          })),
        ),
      ),
    );
}
