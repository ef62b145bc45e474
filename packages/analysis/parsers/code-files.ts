import { findPackageJSON } from 'node:module';
import path from 'node:path';

// The code runs in two places: as TypeScript in the repository, and as JavaScript in the npm package.

/** Extension of the modules of this package, `.ts` or `.js`. */
export const moduleExtension = path.extname(import.meta.filename);

const packageRoot = path.dirname(findPackageJSON('..', import.meta.url)!);

/** Absolute paths of the code that a parser process may read. */
export const parserCode = moduleExtension === '.ts' ? repositoryCode() : installedCode();

function repositoryCode(): string[] {
  const root = path.join(packageRoot, '../..');
  return ['packages/analysis', 'packages/domain', 'node_modules', 'package.json'].map((name) =>
    path.join(root, name),
  );
}

/**
 * Returns the package and the outermost `node_modules` above it, which contains the dependencies in every layout: next
 * to the package, below it, or in the store of pnpm.
 */
function installedCode(): string[] {
  const parts = packageRoot.split(path.sep);
  const at = parts.indexOf('node_modules');
  return at < 0 ? [packageRoot] : [parts.slice(0, at + 1).join(path.sep)];
}
