import type { ProblemBody } from './shapes.ts';

/** An error response of the service. The message contains the status and the text of the response body. */
export class ApiProblem extends Error {
  readonly status: number;
  /** The response body. Null if it has no error shape of the service, for example an error page of a proxy. */
  readonly body: ProblemBody | null;

  constructor(status: number, body: unknown) {
    const problem = isProblemBody(body) ? body : null;
    super(`${status} ${problem === null ? 'without an explanation' : textOf(problem)}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.body = problem;
  }
}

/** Thrown if the storage rejects an upload. `message` has the status and 300 characters of the response body. */
export class UploadProblem extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`the storage rejected the upload: ${status} ${text.slice(0, 300)}`);
    this.name = 'UploadProblem';
    this.status = status;
  }
}

/**
 * Returns the body of a response from `api`, or `undefined` if the response has no body.
 * @throws {ApiProblem} if the response is an error
 */
export function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (!response.ok) throw new ApiProblem(response.status, error);
  return data as T;
}

function isProblemBody(body: unknown): body is ProblemBody {
  return (
    typeof body === 'object' && body !== null && ('detail' in body || 'error' in body || 'error_code' in body)
  );
}

function textOf(body: ProblemBody): string {
  if ('detail' in body) return body.detail;
  if ('fields' in body) {
    return `${body.message}: ${body.fields.map(({ field, message }) => `${field} ${message}`).join('; ')}`;
  }
  return 'message' in body ? body.message : body.error;
}
