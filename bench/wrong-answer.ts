/** The service did not answer as it should: there is nothing to measure. */
export class WrongAnswer extends Error {}
