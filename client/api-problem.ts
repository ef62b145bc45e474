import type { ProblemBody } from './shapes.ts';

/** The service answered with an error. The message is the status and what the body says. */
export class ApiProblem extends Error {
  readonly status: number;
  /** Null when what came is none of the service's shapes, as from a proxy in between. */
  readonly body: ProblemBody | null;

  constructor(status: number, body: unknown) {
    const problem = isProblemBody(body) ? body : null;
    super(`${status} ${problem === null ? 'without an explanation' : textOf(problem)}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.body = problem;
  }
}

/** The storage did not take an upload. The message is its status and the beginning of what it said. */
export class UploadProblem extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`the upload was answered ${status} ${text.slice(0, 300)}`);
    this.name = 'UploadProblem';
    this.status = status;
  }
}

/**
 * The body of an answer of the raw client, `undefined` where an answer has none.
 * @throws {ApiProblem} when the answer is an error
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
