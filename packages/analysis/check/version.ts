import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** Returns the version of Assay. */
export function assayVersion(): string {
  const manifest = JSON.parse(readFileSync(findPackageJSON('..', import.meta.url)!, 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
