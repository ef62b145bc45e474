import { Command, CommanderError } from 'commander';
import { ConfigError, loadAdminConfig } from '@assay/runtime/config.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addErasureCommands } from './commands/erasures.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addMemberCommands } from './commands/members.ts';
import { addPlanCommands } from './commands/plans.ts';
import { addPrecedentCommands } from './commands/precedents.ts';
import { addPriceCommands } from './commands/prices.ts';
import { addReportKeyCommands } from './commands/report-keys.ts';
import { addSecretCommands } from './commands/secrets.ts';
import { addSetupCommands } from './commands/setup.ts';
import { addSidekickCommands } from './commands/sidekicks.ts';
import { addSubmissionCommands } from './commands/submissions.ts';
import { addUpkeepCommands } from './commands/upkeep.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { addWorkspaceCommands } from './commands/workspaces.ts';
import { findDatabase, withConnections } from './connections.ts';
import { type Invocation, withInvocation } from './invocation.ts';
import { print } from './output.ts';
import type { Run, Setup } from './run.ts';

export function runAdmin(args: readonly string[], invocation: Invocation): Promise<number> {
  return withInvocation(invocation, async () => {
    try {
      loadAdminConfig(invocation.env);
      await createProgram(invocation).parseAsync(args, { from: 'user' });
      return 0;
    } catch (error) {
      // Commander has already printed the help, or what is wrong with the arguments.
      if (error instanceof CommanderError) return error.exitCode;
      const message = error instanceof Error ? error.message : String(error);
      invocation.err(
        error instanceof ConfigError ? `The configuration is invalid:\n${message}` : `error: ${message}`,
      );
      return 1;
    }
  });
}

function createProgram({ out, err }: Invocation): Command {
  const program = new Command('admin')
    .description(
      'Manages workspaces, plans, API keys, members, prices, the ledger, sidekicks, submissions, webhooks, upkeep, secrets, the keys of reports, precedents and the set-up of Assay.',
    )
    .option('--json', 'print one JSON document')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: (text) => err(text.trimEnd()) })
    .exitOverride();

  const show = (result: Parameters<typeof print>[0]) =>
    print(result, program.opts<{ json?: boolean }>().json ?? false);
  const runSetup: Setup = async (command) => show(await command(findDatabase));
  const run: Run = async (command) => show(await withConnections(command));

  addWorkspaceCommands(program, run);
  addPlanCommands(program, run);
  addKeyCommands(program, run);
  addMemberCommands(program, run);
  addPriceCommands(program, run);
  addLedgerCommands(program, run);
  addSidekickCommands(program, run);
  addSubmissionCommands(program, run);
  addWebhookCommands(program, run);
  addUpkeepCommands(program, run);
  addSecretCommands(program, run);
  addReportKeyCommands(program, run);
  addPrecedentCommands(program, run);
  addAuditCommands(program, run);
  addErasureCommands(program, run);
  addSetupCommands(program, runSetup);

  // The CLI accepts `--json` both before and after the command.
  for (const group of program.commands) {
    for (const command of group.commands.length === 0 ? [group] : group.commands) {
      command.option('--json', 'print one JSON document').hook('preAction', (_, acting) => {
        if (acting.opts<{ json?: boolean }>().json === true) program.setOptionValue('json', true);
      });
    }
  }
  return program;
}
