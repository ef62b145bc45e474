import { runTool } from './programs/run-tool.ts';

// Checks the length of the subjects of all commits after `since`. Many older subjects are longer.

const since = 'f92d108932361df48d4d38f4b73ba649b4f0e46a';
const maxCharacters = 72;

const subjects = await runTool('git', ['log', '--format=%h %s', `${since}..HEAD`]).catch(() => {
  console.log(`No history since ${since} here (a copy or a shallow clone); nothing to check.`);
  return '';
});
const long = subjects.split('\n').filter((line) => line.replace(/^\S+ /, '').length > maxCharacters);
for (const line of long) console.error(`commit subject exceeds ${maxCharacters} characters: ${line}`);
if (long.length > 0) process.exitCode = 1;
