import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** A docstring that begins with one of these words does not name its subject. */
const riddles = /^(?:What|Whoever|Of|Those|As many|So many|Nobody)\b/;
const maxCommentWidth = 120;

/** @type {import('eslint').Rule.RuleModule} */
const plainComments = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      width: 'A line of this comment has {{width}} characters, more than {{max}}.',
      riddle: 'This docstring begins with "{{word}}": begin with what the thing is or does.',
    },
  },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const comment of sourceCode.getAllComments()) {
        const { loc } = comment;
        if (!loc) continue;
        for (let line = loc.start.line; line <= loc.end.line; line++) {
          const width = sourceCode.lines[line - 1]?.length ?? 0;
          if (width > maxCommentWidth) {
            context.report({
              loc,
              messageId: 'width',
              data: { width: String(width), max: String(maxCommentWidth) },
            });
          }
        }
        const text = comment.value.replace(/^[\s*]+/, '');
        const word = riddles.exec(text)?.[0];
        if (comment.value.startsWith('*') && word)
          context.report({ loc, messageId: 'riddle', data: { word } });
      }
    },
  }),
};

export default defineConfig(
  { ignores: ['node_modules', '.local', 'packages/analysis/dist', 'packages/client/schema.ts'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: ['packages/console/vite*.config.ts'] } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { assay: { rules: { 'plain-comments': plainComments } } },
    rules: {
      'assay/plain-comments': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // The surrounding code often ensures that a value exists, which the compiler cannot infer.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Callbacks return early with `return done(error)`.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Code that spreads a string intends to split it into code points.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // Workflows are replayed. They must therefore be deterministic and must not access the network or the file system.
    files: ['workflows/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '^node:', message: 'Workflows are deterministic and have no Node built-ins.' }],
        },
      ],
      'no-restricted-globals': [
        'error',
        'process',
        'Buffer',
        'fetch',
        'require',
        'WeakRef',
        'FinalizationRegistry',
      ],
    },
  },
  {
    // Workflows share these modules (`preloadModules` in `workers/bundle.ts`), so state of a module would leak.
    files: ['workflows/**', 'packages/domain/**'],
    ignores: ['packages/domain/lib/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind!="const"]',
          message: 'Workflows share this module, so it must not have state.',
        },
      ],
    },
  },
  {
    // Tests read JSON responses without declaring their types. If a response has another shape, the test fails.
    files: ['test/**', 'packages/*/test/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // These programs print to a terminal.
    files: [
      'packages/admin/**',
      'tools/**',
      'packages/runtime/bootstrap.ts',
      'workers/build-bundle.ts',
      'test/support/**',
    ],
    rules: { 'no-console': 'off' },
  },
);
