/** Returns whether an HTTP status is a 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
