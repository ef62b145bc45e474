/** The call cannot be carried out as it was made; `message` is for the person who made it. */
export class UsageError extends Error {}
