import type { Environment } from '@assay/domain/api-key.ts';
import { request } from './api/request.ts';
import { href } from './navigation.ts';

export interface Scope {
  workspaceId: string;
  environment: Environment;
}

export function isEnvironment(text: string): text is Environment {
  return text === 'live' || text === 'sandbox';
}

export function pageHref(
  { workspaceId, environment }: Scope,
  page: string,
  query: Record<string, string | null> = {},
): string {
  return href(`/${workspaceId}/${environment}${page}`, query);
}

/** Returns the URL of the page of a version of a profile. */
export const profileHref = (scope: Scope, { id, version }: { id: string; version: number }): string =>
  pageHref(scope, `/profiles/${id}`, { version: String(version) });

/** Returns the URL of an operation of the public API for this browser's session. */
export const apiUrl = ({ workspaceId, environment }: Scope, path: string): string =>
  `/console/api/${workspaceId}/${environment}${path}`;

/** Sends a request to an operation of the public API. @param path the path of the operation, such as `/uploads/url` */
export function callApi<T>(
  { workspaceId, environment }: Scope,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  return request<T>(method, `/${workspaceId}/${environment}${path}`, body, signal);
}
