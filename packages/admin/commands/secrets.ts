import type { Command } from 'commander';
import { reencryptSecrets } from '@assay/storage/webhooks/reencrypted-secrets.ts';
import { currentOperator } from '../operator.ts';
import { warn } from '../output.ts';
import type { Run } from '../run.ts';

export function addSecretCommands(program: Command, run: Run): void {
  const commands = program.command('secrets').description('encrypt the signing secrets that Postgres stores');

  commands
    .command('rotate')
    .description('encrypt every stored signing secret with the first key of ENCRYPTION_KEYS')
    .action(() =>
      run(async (db, _temporal, secretCipher) => {
        const secrets = await secretCipher();
        const operator = currentOperator();
        const subscriptions = await reencryptSecrets(db, secrets, 'subscriptions', operator);
        const sidekicks = await reencryptSecrets(db, secrets, 'sidekicks', operator);
        const undecryptable = [...subscriptions.undecryptable, ...sidekicks.undecryptable];
        if (undecryptable.length > 0)
          warn('some secrets cannot be decrypted: add the keys that encrypted them to ENCRYPTION_KEYS');
        return {
          keyId: secrets.keyId,
          subscriptions: subscriptions.reencrypted,
          sidekicks: sidekicks.reencrypted,
          undecryptable,
        };
      }),
    );
}
