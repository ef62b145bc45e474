// These rules enforce the layers of docs/architecture.md. The `comment` of each rule gives its reason.

const rooms =
  'lib|domain|storage|temporal|telemetry|runtime|analysis|api|workflows|activities|workers|admin|local|test|bench|chaos|client';

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
      comment: `${comment} What it takes from ${path} are types, which are gone when it runs.`,
      severity: 'error',
      from: { path: `^${room}/` },
      to: { path: `^${path}`, pathNot: allowedPaths, dependencyTypesNot: ['type-only'] },
    })),
  ];
}

const catalogue = 'analysis/sidekicks/(?:catalogue|find-sidekicks)\\.ts$';

export default {
  forbidden: [
    ...mayImport('lib', [], 'Helpers know nothing about this service.'),
    ...mayImport('domain', ['lib/'], 'The pure rules know nothing of where they are used.'),
    {
      name: 'domain-packages',
      comment: 'Pure rules need nothing but zod, and that only for the contracts.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '/zod/' },
    },
    ...mayImport('storage', ['lib/', 'domain/'], 'Storage stores and returns records and decides nothing.'),
    ...mayImport(
      'temporal',
      ['lib/', 'domain/', 'storage/'],
      'The API, the workers and the control plane all start workflows, so this room depends on none of them.',
      { types: ['workflows/'] },
    ),
    ...mayImport(
      'telemetry',
      ['lib/', 'domain/', 'storage/', 'config\\.ts$'],
      'Every process is observed in the same way, so this room knows none of them.',
    ),
    ...mayImport(
      'runtime',
      ['lib/', 'domain/', 'storage/', 'temporal/', 'telemetry/', 'config\\.ts$'],
      'Every process starts and reports its health in the same way, so this room knows none of them.',
    ),
    ...mayImport(
      'analysis',
      ['lib/', 'domain/'],
      'A library that analyses media: it knows neither Temporal nor Postgres nor S3.',
    ),
    ...mayImport(
      'api',
      ['lib/', 'domain/', 'storage/', 'temporal/', 'telemetry/', 'runtime/', catalogue, 'config\\.ts$'],
      'The API speaks HTTP and leaves the work to workflows.',
      { types: ['workflows/'] },
    ),
    ...mayImport('workflows', ['lib/', 'domain/'], 'Workflows are replayed: they order work and do none.', {
      types: ['activities/'],
    }),
    {
      name: 'workflows-packages',
      comment: 'What is not made for the workflow sandbox does not run in it.',
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
        'Schemas at the top of a module that workflows load are built anew for each of them and eat their worker’s memory. They are in domain/contracts, and neither workflows nor the rules that workflows use load those.',
      severity: 'error',
      from: { path: '^(?:workflows|domain)/', pathNot: '^domain/contracts/' },
      to: { path: '^domain/contracts/|node_modules/zod/', dependencyTypesNot: ['type-only'] },
    },
    ...mayImport(
      'activities',
      ['lib/', 'domain/', 'storage/', 'analysis/'],
      'Activities fetch, call the analysis library and record; they do not know which workflow calls them.',
    ),
    {
      name: 'net-is-for-delivery',
      comment: 'Only webhooks and remote sidekicks connect to addresses that tenants chose.',
      severity: 'error',
      from: {
        path: '^activities/',
        pathNot: '^activities/(?:deliver|net|custom-sidekicks)/|^activities/create-activities\\.ts$',
      },
      to: { path: '^activities/net/' },
    },
    ...mayImport(
      'workers',
      [
        'lib/',
        'domain/',
        'storage/',
        'temporal/',
        'telemetry/',
        'runtime/',
        'analysis/',
        'activities/',
        'workflows/',
        'config\\.ts$',
      ],
      'Workers compose everything but the API.',
    ),
    ...mayImport(
      'admin',
      ['lib/', 'domain/', 'storage/', 'temporal/', catalogue, 'runtime/bootstrap\\.ts$', 'config\\.ts$'],
      'The control plane edits records, prepares the database, Temporal and S3, and starts upkeep.',
    ),
    ...mayImport(
      'client',
      [],
      'Consumers take the client out of here: it knows the service by its interface description alone.',
    ),
    ...mayImport(
      'bench',
      [
        'lib/',
        'domain/',
        'storage/',
        'temporal/',
        'analysis/',
        'api/',
        'activities/analyse/',
        'admin/keys\\.ts$',
        'local/',
        'config\\.ts$',
      ],
      'Benchmarks run the stack, write rows as the service does, and record the statements of the API. Timed code runs in processes of its own.',
    ),
    ...mayImport(
      'chaos',
      [
        'lib/',
        'domain/',
        'storage/',
        'temporal/',
        'admin/whole-number\\.ts$',
        'client/',
        'local/',
        'bench/process-tree\\.ts$',
        'config\\.ts$',
      ],
      'Chaos tests run the unchanged processes, call them as consumers do, and check Postgres, S3 and Temporal afterwards.',
    ),
    {
      name: 'nothing-imports-the-stack',
      comment: 'The embedded stack is for this machine; what runs in production does without it.',
      severity: 'error',
      from: { pathNot: '^(?:local|test|bench|chaos)/|^vitest\\.config\\.ts$' },
      to: { path: '^(?:local|test|bench|chaos)/' },
    },
    {
      name: 'one-file-knows-fluent-ffmpeg',
      comment: 'It is archived upstream, and has to be replaceable.',
      severity: 'error',
      from: { pathNot: '^analysis/media/ffmpeg\\.ts$' },
      to: { path: 'node_modules/(?:@types/)?fluent-ffmpeg/' },
    },
    {
      name: 'no-circular',
      comment: 'A circle is one module in several files.',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'What nothing uses is to be removed.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '(?:^|/)\\.',
          '^[\\w.-]+\\.js$',
          '^local/bootstrap\\.mjs$',
          '^deploy/healthcheck\\.mjs$',
          '^local/stack/s3-server\\.ts$',
          '^analysis/parser-processes/child\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that leads nowhere fails when it runs.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-packages-in-production',
      comment: 'They are not installed there.',
      severity: 'error',
      from: {
        path: '^(?:lib|domain|storage|temporal|telemetry|runtime|analysis|api|workflows|activities|workers|admin|client)/|^config\\.ts$',
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
