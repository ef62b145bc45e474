import { invocation } from './invocation.ts';
import { runAdmin } from './program.ts';

process.exitCode = await runAdmin(process.argv.slice(2), invocation());
