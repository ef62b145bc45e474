// These rules enforce the layers of docs/architecture.md. The `comment` of each rule gives its reason.

const rooms =
  'lib|domain|storage|temporal|telemetry|runtime|analysis|api|workflows|activities|workers|control|admin|local|test|bench|chaos|suites|client|console';

/**
 * Returns rules for the files of the top-level folder `room`. They may import from `allowed`, from `room` and from
 * packages.
 * @param {string} room
 * @param {string[]} allowed regular expressions for the beginnings of the allowed paths
 * @param {string} comment the reason of the rules, which is printed with a violation
 * @param {{ types?: string[] }} as `types`: regular expressions for paths from which only types may be imported
 */
function mayImport(room, allowed, comment, { types = [] } = {}) {
  const allowedPaths = [`^${room}/`, ...allowed.map((path) => `^${path}`)];
  return [
    {
      name: `${room}-imports`,
      comment,
      severity: 'error',
      from: { path: `^${room}/` },
      to: {
        path: `^(?:${rooms})/|^[\\w.-]+\\.ts$`,
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

const catalogue = 'packages/analysis/sidekicks/(?:catalogue|find-sidekicks)\\.ts$';

export default {
  forbidden: [
    ...mayImport('lib', [], 'These helpers are general and must not depend on this service.'),
    ...mayImport('domain', ['packages/domain/lib/'], 'The pure rules must not depend on the code that uses them.'),
    {
      name: 'domain-packages',
      comment: 'The pure rules may import only zod, and only in the contracts.',
      severity: 'error',
      from: { path: '^packages/domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '/zod/' },
    },
    ...mayImport(
      'storage',
      ['packages/domain/lib/', 'packages/domain/'],
      'Storage reads and writes records; it contains no business rules.',
    ),
    ...mayImport(
      'temporal',
      ['packages/domain/lib/', 'packages/domain/', 'storage/'],
      'The API, the workers and the admin CLI all start workflows with this folder, so it depends on none of them.',
      { types: ['workflows/'] },
    ),
    ...mayImport(
      'control',
      ['packages/domain/lib/', 'packages/domain/', 'storage/'],
      'The API and the admin CLI both manage keys and members with this folder, so it depends on neither.',
    ),
    ...mayImport(
      'telemetry',
      ['packages/domain/lib/', 'packages/domain/', 'storage/', 'config\\.ts$'],
      'Every process uses the same telemetry, so this folder depends on no process.',
    ),
    ...mayImport(
      'runtime',
      ['packages/domain/lib/', 'packages/domain/', 'storage/', 'packages/runtime/temporal/', 'packages/runtime/telemetry/', 'config\\.ts$'],
      'Every process starts and reports its health in the same way, so this folder depends on no process.',
    ),
    ...mayImport(
      'analysis',
      ['packages/domain/lib/', 'packages/domain/'],
      'The library that analyses media must not depend on Temporal, Postgres or S3.',
    ),
    ...mayImport(
      'api',
      [
        'packages/domain/lib/',
        'packages/domain/',
        'storage/',
        'packages/storage/accounts/',
        'packages/runtime/temporal/',
        'packages/runtime/telemetry/',
        'packages/runtime/',
        catalogue,
        'config\\.ts$',
      ],
      'The API handles HTTP; workflows do the work.',
      { types: ['workflows/'] },
    ),
    ...mayImport(
      'workflows',
      ['packages/domain/lib/', 'packages/domain/'],
      'Workflows are replayed, so they only start activities and do no work themselves.',
      {
        types: ['activities/'],
      },
    ),
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
      name: 'no-zod-for-workflows',
      comment:
        'Each workflow would build the zod schemas again, which uses memory of the worker. Schemas are therefore in packages/domain/contracts, which workflows must not load.',
      severity: 'error',
      from: { path: '^(?:workflows|domain)/', pathNot: '^packages/domain/contracts/' },
      to: { path: '^packages/domain/contracts/|node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    ...mayImport(
      'activities',
      ['packages/domain/lib/', 'packages/domain/', 'storage/', 'packages/analysis/'],
      'Activities fetch files, call the analysis library and record results. They do not depend on the workflows that call them.',
    ),
    {
      name: 'net-is-for-delivery',
      comment: 'Only webhooks and remote sidekicks connect to addresses that tenants chose.',
      severity: 'error',
      from: {
        path: '^activities/',
        pathNot: '^activities/(?:deliver|net|custom-sidekicks)/|^activities/create-activities\\.ts$',
      },
      to: { path: '^packages/sender/' },
    },
    ...mayImport(
      'workers',
      [
        'packages/domain/lib/',
        'packages/domain/',
        'storage/',
        'packages/runtime/temporal/',
        'packages/runtime/telemetry/',
        'packages/runtime/',
        'packages/analysis/',
        'activities/',
        'workflows/',
        'config\\.ts$',
      ],
      'Workers compose all other folders except the API.',
    ),
    ...mayImport(
      'admin',
      [
        'packages/domain/lib/',
        'packages/domain/',
        'storage/',
        'packages/storage/accounts/',
        'packages/runtime/temporal/',
        catalogue,
        'runtime/bootstrap\\.ts$',
        'config\\.ts$',
      ],
      'The admin CLI edits records, prepares the database, Temporal and S3, and starts upkeep.',
    ),
    ...mayImport(
      'client',
      [],
      'Consumers copy the client out of this repository, so it imports only the types that are generated from the OpenAPI description.',
    ),
    ...mayImport('console', ['packages/domain/'], 'The console runs in browsers, and reads data only over HTTP.', {
      types: ['packages/client/'],
    }),
    {
      name: 'console-without-zod',
      comment: 'The zod schemas would triple the size of the console.',
      severity: 'error',
      from: { path: '^packages/console/' },
      to: { path: '^packages/domain/contracts/|node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-packages',
      comment: 'Every package of the console is loaded by browsers, so each needs a decision.',
      severity: 'error',
      from: { path: '^packages/console/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'core'],
        pathNot: 'node_modules/(?:preact|@preact/signals|pdfjs-dist)/',
      },
    },
    {
      name: 'console-pdf',
      comment: 'pdf.js is large, and is loaded only when a PDF is shown.',
      severity: 'error',
      from: { path: '^packages/console/', pathNot: '^packages/console/pages/review/document/pdf\\.ts$' },
      to: {
        path: 'node_modules/pdfjs-dist/',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...mayImport(
      'bench',
      [
        'packages/domain/lib/',
        'packages/domain/',
        'storage/',
        'packages/runtime/temporal/',
        'packages/analysis/',
        'api/',
        'activities/analyse/',
        'packages/storage/accounts/',
        'tools/local/',
        'config\\.ts$',
      ],
      'Benchmarks run the stack, write rows as the service does, and record the statements of the API. Timed code runs in separate processes.',
    ),
    ...mayImport(
      'chaos',
      [
        'packages/domain/lib/',
        'packages/domain/',
        'storage/',
        'packages/runtime/temporal/',
        'admin/whole-number\\.ts$',
        'packages/client/',
        'tools/local/',
        'bench/process-tree\\.ts$',
        'config\\.ts$',
      ],
      'Chaos tests run the unchanged processes, call them as consumers do, and check Postgres, S3 and Temporal afterwards.',
    ),
    ...mayImport(
      'suites',
      ['packages/domain/lib/', 'packages/domain/', 'packages/analysis/', 'activities/analyse/', 'admin/output\\.ts$', 'tools/local/', 'config\\.ts$'],
      'Suites run sidekicks on local files as a worker does, without a stack.',
    ),
    {
      name: 'nothing-imports-the-stack',
      comment: 'The embedded stack is for development; production code must not need it.',
      severity: 'error',
      from: { pathNot: '^(?:local|test|bench|chaos|suites)/|^vitest\\.config\\.ts$' },
      to: { path: '^(?:local|test|bench|chaos|suites)/' },
    },
    {
      name: 'one-file-knows-fluent-ffmpeg',
      comment: 'The package is archived upstream, so only one file may use it, which can be replaced.',
      severity: 'error',
      from: { pathNot: '^packages/analysis/media/ffmpeg\\.ts$' },
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
          '^local/bootstrap\\.mjs$',
          '^deploy/healthcheck\\.mjs$',
          '^tools/local/stack/s3-server\\.ts$',
          '^packages/analysis/parser-processes/child\\.ts$',
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
      from: {
        path: '^(?:lib|domain|storage|control|temporal|telemetry|runtime|analysis|api|workflows|activities|workers|admin|client|console)/|^config\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^\\.local/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
