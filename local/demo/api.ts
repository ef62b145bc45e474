/** An answer other than the expected one; `message` says what was asked and what came back. */
export class UnexpectedAnswer extends Error {}

export type Call = ReturnType<typeof createCaller>;

/** Makes a function that calls the API with a key and returns the answer's JSON, or throws what came instead. */
export function createCaller(apiUrl: string, key: string) {
  return async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new UnexpectedAnswer(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}
