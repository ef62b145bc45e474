/** Which world a key, and all that is made with it, belongs to. */
export type Environment = 'live' | 'sandbox';
