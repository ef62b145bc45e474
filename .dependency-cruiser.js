import { readdirSync, readFileSync } from 'node:fs';

// These rules enforce the layers of docs/architecture.md. The `comment` of each rule gives its reason.
// A package may import the packages that its package.json lists, and nothing else of this repository.

const packageNames = readdirSync('packages');
const processFolders = ['api', 'workflows', 'activities', 'workers'];
const product = `^(?:packages|${processFolders.join('|')})/`;
const tests = '^packages/[^/]+/(?:test/|(?:vite(?:\\.verify)?|rolldown)\\.config\\.[jt]s$)';

/** @param {string} name the folder of a package */
function packageRules(name) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
  const { dependencies = {}, devDependencies = {} } =
    /** @type {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} */ (
      manifest
    );
  // Packages of this repository that are built into another package are development dependencies of it.
  const all = { ...dependencies, ...devDependencies };
  const listed = [name, ...packageNames.filter((other) => `@assay/${other}` in all)];
  return {
    name: `${name}-imports`,
    comment: `packages/${name}/package.json lists the packages that this package may import.`,
    severity: 'error',
    from: { path: `^packages/${name}/`, pathNot: tests },
    to: {
      path: `${product}|^(?:test|tools)/|^[\\w.-]+\\.[jt]s$`,
      pathNot: listed.map((each) => `^packages/${each}/`),
    },
  };
}

/**
 * Returns rules for the files of the top-level folder `room`. They may import from `allowed` and from `room`.
 * @param {string} room
 * @param {string[]} allowed regular expressions for the beginnings of the allowed paths
 * @param {string} comment the reason of the rules, which is printed with a violation
 * @param {string[]} types regular expressions for paths from which only types may be imported
 */
function folderRules(room, allowed, comment, types = []) {
  const allowedPaths = [`^${room}/`, ...allowed.map((path) => `^${path}`)];
  return [
    {
      name: `${room}-imports`,
      comment,
      severity: 'error',
      from: { path: `^${room}/` },
      to: {
        path: `${product}|^(?:test|tools)/|^[\\w.-]+\\.[jt]s$`,
        pathNot: [...allowedPaths, ...types.map((path) => `^${path}`)],
      },
    },
    ...types.map((path) => ({
      name: `${room}-imports-${path.replace(/\W/g, '')}-as-types`,
      comment: `${comment} Imports from ${path} must be type-only.`,
      severity: 'error',
      from: { path: `^${room}/` },
      to: { path: `^${path}`, pathNot: allowedPaths, dependencyTypesNot: ['type-only'] },
    })),
  ];
}

/** The rooms of the media library. A room may import itself and earlier ones. */
const analysisRooms = [
  ...['formats', 'decode', 'parsers', 'measure', 'text'],
  ...['contract', 'sidekicks', 'profiles', 'jobs', 'check'],
];

const catalogue = 'packages/analysis/sidekicks/(?:catalogue|evidence|find-sidekicks)\\.ts$';
/** The profiles are data like the catalogue, and their functions open no files. */
const profiles = 'packages/analysis/(?:profiles/|contract/(?:description|describe-parameters)\\.ts$)';

export default {
  forbidden: [
    ...packageNames.map(packageRules),
    ...analysisRooms.slice(0, -1).map((room, index) => ({
      name: `analysis-${room}`,
      comment: `The rooms of the media library are layers: ${analysisRooms.join(', ')}.`,
      severity: 'error',
      from: { path: `^packages/analysis/${room}/` },
      to: { path: `^packages/analysis/(?:${analysisRooms.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'packages-list-their-dependencies',
      comment: 'A package must list the packages that it imports in its package.json.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    ...folderRules(
      'api',
      ['packages/(?:domain|storage|runtime|reports)/', catalogue, profiles],
      'The API handles HTTP; workflows do the work.',
    ),
    ...folderRules(
      'workflows',
      ['packages/domain/'],
      'Workflows are replayed, so they only start activities and do no work themselves.',
      ['activities/'],
    ),
    ...folderRules(
      'activities',
      ['packages/(?:domain|storage|analysis|sender)/'],
      'Activities fetch files, call the analysis library and record results. They do not depend on the workflows that call them.',
    ),
    ...folderRules(
      'workers',
      ['packages/(?:domain|storage|runtime|analysis|sender)/', 'activities/', 'workflows/'],
      'Workers compose the workflows and activities. The API, the console and the admin CLI are other processes.',
    ),
    {
      name: 'nothing-imports-the-tools',
      comment: 'The tools and tests are for development; production code must not need them.',
      severity: 'error',
      from: { path: product, pathNot: tests },
      to: { path: '^(?:tools|test)/' },
    },
    {
      name: 'zod-only-in-contracts',
      comment: 'The rules must not depend on a validator, because workflows and browsers load them.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: '^packages/domain/(?:contracts|lib)/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    {
      name: 'no-zod-for-workflows-and-browsers',
      comment:
        'Each workflow would build the zod schemas again, which uses memory of the worker, and they would triple the size of the console.',
      severity: 'error',
      from: {
        path: '^(?:workflows|packages/domain|packages/console)/',
        pathNot: '^packages/domain/contracts/',
      },
      to: {
        path: '^packages/domain/contracts/|node_modules/zod/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'workflows-packages',
      comment: 'The workflow sandbox runs only deterministic code, so workflows import no other packages.',
      severity: 'error',
      from: { path: '^workflows/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core'],
        pathNot: 'node_modules/@temporalio/(?:workflow|common)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sender-is-for-delivery',
      comment: 'Only webhooks and custom sidekicks connect to addresses that tenants chose.',
      severity: 'error',
      from: {
        path: '^activities/',
        pathNot: '^activities/(?:deliver|custom-sidekicks)/|^activities/create-activities\\.ts$',
      },
      to: { path: '^packages/sender/' },
    },
    {
      name: 'client-as-types',
      comment: 'The console sends its requests itself, with the cookie of the session.',
      severity: 'error',
      from: { path: '^packages/console/', pathNot: tests },
      to: { path: '^packages/client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-pdf',
      comment: 'pdf.js is large, and is loaded only when a PDF is shown.',
      severity: 'error',
      from: { path: '^packages/console/', pathNot: '^packages/console/pages/review/document/pdf\\.ts$' },
      to: { path: 'node_modules/pdfjs-dist/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'admin-catalogue',
      comment: 'The admin CLI shows the catalogue of sidekicks, and analyses no files.',
      severity: 'error',
      from: { path: '^packages/admin/' },
      to: { path: '^packages/analysis/', pathNot: `^${catalogue}` },
    },
    {
      name: 'one-file-knows-fluent-ffmpeg',
      comment: 'The package is archived upstream, so only one file may use it, which can be replaced.',
      severity: 'error',
      from: { pathNot: '^packages/analysis/decode/ffmpeg-command\\.ts$' },
      to: { path: 'node_modules/(?:@types/)?fluent-ffmpeg/' },
    },
    {
      name: 'no-circular',
      comment: 'Files that import each other cannot be understood or tested alone.',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'Modules that nothing imports must be removed.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '(?:^|/)\\.',
          '^[\\w.-]+\\.js$',
          '/vite(?:\\.verify)?\\.config\\.ts$',
          '^tools/local/bootstrap\\.mjs$',
          '^deploy/healthcheck\\.mjs$',
          '^tools/local/stack/s3-server\\.ts$',
          '^packages/analysis/parsers/child\\.ts$',
          '^packages/reports/report-thread\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that cannot be resolved fails at run time.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-packages-in-production',
      comment: 'Development packages are not installed in production.',
      severity: 'error',
      from: { path: `^(?:${processFolders.join('|')})/` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:\\.local|packages/analysis/dist)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
