import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Docstrings that begin with these words leave their subject to be guessed. */
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
  { ignores: ['node_modules', '.local', 'client/schema.ts'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { assay: { rules: { 'plain-comments': plainComments } } },
    rules: {
      'assay/plain-comments': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Where the compiler cannot know what the code around it makes sure of.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return done(error)` is how a callback is left early.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Code points are meant where a string is spread.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // These are replayed: what differs from run to run, or reaches outside, has no place in them.
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
    // Tests look into JSON of every shape; a wrong guess fails the test.
    files: ['test/**'],
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
    // Programs that talk to a person.
    files: [
      'admin/**',
      'local/**',
      'runtime/bootstrap.ts',
      'workers/build-bundle.ts',
      'test/support/**',
      'bench/**',
      'chaos/**',
    ],
    rules: { 'no-console': 'off' },
  },
);
