import { ApiError, type ErrorCode } from '../domain/errors.ts';
import type { ApiReply } from './route.ts';

/** The body that was found, or the 404 that `missing` is. */
export function foundOr404(json: string | null, missing: ErrorCode): ApiReply {
  if (json === null) throw new ApiError(missing);
  return { status: 200, json };
}
