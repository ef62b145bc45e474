/** Splits the cases of a test into a sample, which `npm test` runs, and the other cases, which have the tag `long`. */
export function sampled<Case>(
  cases: readonly Case[],
  isInSample: (one: Case) => boolean,
): [Case[], { tags: string[] }][] {
  return [
    [cases.filter(isInSample), { tags: [] }],
    [cases.filter((one) => !isInSample(one)), { tags: ['long'] }],
  ];
}
