// npm run tool -- NAME [ARGUMENT…]: runs a tool for developers of Assay. The tool reads the arguments after its name.

const tools: Record<string, { does: string; run: () => Promise<unknown> }> = {
  bench: { does: 'runs benchmarks', run: () => import('../bench/main.ts') },
  'real-time': {
    does: 'measures how long a check of usual codecs takes',
    run: () => import('../bench/real-time.ts'),
  },
  peers: { does: 'compares webhook deliveries with Outpost', run: () => import('../bench/peers/main.ts') },
  load: { does: 'sends load to an API', run: () => import('../bench/load.ts') },
  fuzz: { does: 'runs schemathesis against a new stack', run: () => import('./fuzz.ts') },
  chaos: {
    does: 'injects faults under load, and checks that nothing was lost',
    run: () => import('../chaos/main.ts'),
  },
  'read-text': {
    does: 'prints the text that is shown in images and videos',
    run: () => import('./read-text.ts'),
  },
  'read-speech': {
    does: 'prints the speech that is heard in videos and sound',
    run: () => import('./read-speech.ts'),
  },
};

const [name = ''] = process.argv.splice(2, 1);
if (Object.hasOwn(tools, name)) {
  await tools[name]!.run();
} else {
  const lines = Object.entries(tools).map(([tool, { does }]) => `  ${tool.padEnd(11)}  ${does}`);
  const problem = name === '' ? '' : `error: unknown tool: ${name}\n`;
  console.error(`${problem}usage: npm run tool -- NAME [ARGUMENT…]\n${lines.join('\n')}`);
  process.exitCode = 1;
}
