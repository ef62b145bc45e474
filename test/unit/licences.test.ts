import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const lockFile = path.join(import.meta.dirname, '../../package-lock.json');

/** Licences of packages that may run in production. None of them demands that Assay publishes its code. */
const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC-BY-4.0', 'ISC', 'MIT'],
  // Changes to the files of these packages must be published. Assay uses them unchanged.
  'MPL-2.0',
  // A font, which may be embedded and distributed.
  'OFL-1.1',
  'Unlicense',
  'Apache-2.0 AND MIT',
  '(MIT OR CC0-1.0)',
]);
/**
 * Packages whose licence npm does not record: `async` and `png-js` have MIT, `unionfs` the Unlicense, and DejaVu the
 * licence of Bitstream Vera, which permits to embed and to distribute the fonts.
 */
const withoutField = ['async', 'dejavu-fonts-ttf SEE LICENSE IN README.md AND LICENSE', 'png-js', 'unionfs'];

interface LockedPackage {
  license?: string;
  /** True for the link to a package of this repository. */
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

test('every package that runs in production has an allowed licence', async () => {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const production = Object.entries(packages).filter(
    ([name, { dev, devOptional, link }]) =>
      name.startsWith('node_modules/') && dev !== true && devOptional !== true && link !== true,
  );
  expect(production.length).toBeGreaterThan(200);
  const refused = production
    .filter(([, { license }]) => license === undefined || !allowed.has(license))
    .map(([name, { license }]) => `${name.replace(/^.*node_modules\//, '')} ${license ?? ''}`.trim());
  expect(refused.sort()).toEqual(withoutField);
});
