// The layers of docs/architecture.md, enforced. Each rule says why it is there.

const rooms =
  'domain|storage|dispatch|telemetry|api|workflows|activities|workers|admin|local|test|bench|chaos|client';

/**
 * A room may import from the rooms listed, from itself, and from packages.
 * @param {string} room
 * @param {string[]} allowed
 * @param {string} comment
 * @param {{ types?: string[] }} as
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

const catalogue = 'activities/sidekicks/catalogue\\.ts$';
const catalogueFiles = `${catalogue}|activities/sidekicks/(?:description|[\\w-]+/rules)\\.ts$`;

/** Looks up what is in the catalogue, and in Postgres what is not. */
const lookUp = 'activities/sidekicks/find-sidekicks\\.ts$';

export default {
  forbidden: [
    ...mayImport('domain', [], 'The pure rules know nothing of where they are used.'),
    {
      name: 'domain-packages',
      comment: 'Pure rules need nothing but zod, and that only for the contracts.',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '/zod/' },
    },
    ...mayImport('storage', ['domain/'], 'Storage keeps what it is given and decides nothing.'),
    ...mayImport(
      'dispatch',
      ['domain/', 'storage/'],
      'Starting workflows, and what they need for it, is shared by the API, the workers and the control plane, so it depends on none of them.',
      { types: ['workflows/'] },
    ),
    ...mayImport(
      'telemetry',
      ['domain/', 'storage/', 'config\\.ts$', 'health\\.ts$'],
      'How a process is watched is the same for all of them, so it knows none of them.',
    ),
    ...mayImport(
      'api',
      [
        'domain/',
        'storage/',
        'dispatch/',
        'telemetry/',
        catalogue,
        lookUp,
        'config\\.ts$',
        'process\\.ts$',
        'health\\.ts$',
      ],
      'The API speaks HTTP and leaves the work to workflows.',
      { types: ['workflows/'] },
    ),
    ...mayImport('workflows', ['domain/'], 'Workflows are replayed: they order work and do none.', {
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
      ['domain/', 'storage/'],
      'Activities do the work and do not know who orders it.',
    ),
    {
      name: 'media-is-for-media-work',
      comment: 'ffmpeg and pdf.js run where media is measured and examined, nowhere else.',
      severity: 'error',
      from: { path: '^activities/', pathNot: '^activities/(?:measure|sidekicks|media)/' },
      to: { path: '^activities/media/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'net-is-for-delivery',
      comment: 'Only webhooks and remote sidekicks reach out to addresses that strangers chose.',
      severity: 'error',
      from: {
        path: '^activities/',
        pathNot: '^activities/(?:deliver|net|sidekicks)/|^activities/create-activities\\.ts$',
      },
      to: { path: '^activities/net/' },
    },
    {
      name: 'catalogue-is-data',
      comment: 'The API and the admin CLI load the catalogue; it must not bring an analyser with it.',
      severity: 'error',
      from: { path: `^(?:${catalogueFiles})` },
      to: { dependencyTypesNot: ['type-only'], pathNot: `^(?:${catalogueFiles})` },
    },
    {
      name: 'looking-up-runs-nothing',
      comment: 'The API loads it too; it must not bring an analyser with it.',
      severity: 'error',
      from: { path: `^${lookUp}` },
      to: {
        path: '^activities/',
        pathNot: `^(?:${catalogueFiles})`,
        dependencyTypesNot: ['type-only'],
      },
    },
    ...mayImport(
      'workers',
      [
        'domain/',
        'storage/',
        'dispatch/',
        'telemetry/',
        'activities/',
        'workflows/',
        'config\\.ts$',
        'process\\.ts$',
        'health\\.ts$',
      ],
      'Workers put everything together but the API.',
    ),
    ...mayImport(
      'admin',
      ['domain/', 'storage/', 'dispatch/', catalogue, 'config\\.ts$', 'process\\.ts$'],
      'The control plane works on the records, makes what they need, and has upkeep started.',
    ),
    ...mayImport(
      'client',
      [],
      'Consumers take the client out of here: it knows the service by its interface description alone.',
    ),
    ...mayImport(
      'bench',
      [
        'domain/',
        'storage/',
        'dispatch/',
        'api/',
        'activities/(?:measure|media|isolate|record|sidekicks)/',
        'activities/processes\\.ts$',
        'admin/keys\\.ts$',
        'local/',
        'config\\.ts$',
      ],
      'Benchmarks run the stack, write what is to be read as the service does, and take down what the API sends. What is timed runs in processes of its own.',
    ),
    ...mayImport(
      'chaos',
      [
        'domain/',
        'storage/',
        'dispatch/',
        'activities/processes\\.ts$',
        'admin/whole-number\\.ts$',
        'client/',
        'local/',
        'bench/processes-of\\.ts$',
        'config\\.ts$',
      ],
      'Chaos stands outside: it runs the processes as they are, calls them as consumers do, and reads what is left in Postgres, S3 and Temporal.',
    ),
    {
      name: 'nothing-imports-the-stack',
      comment: 'The embedded stack is for this machine; what runs in production does without it.',
      severity: 'error',
      from: { pathNot: '^(?:local|test|bench|chaos)/' },
      to: { path: '^(?:local|test|bench|chaos)/' },
    },
    {
      name: 'one-file-knows-fluent-ffmpeg',
      comment: 'It is archived upstream, and has to be replaceable.',
      severity: 'error',
      from: { pathNot: '^activities/media/ffmpeg\\.ts$' },
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
        path: '^(?:domain|storage|dispatch|telemetry|api|workflows|activities|workers|admin|client)/|^(?:config|process|health)\\.ts$',
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
