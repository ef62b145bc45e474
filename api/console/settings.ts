import type { SignInLimiter } from './sign-in-limiter.ts';

/** Addresses and cookie of the console. */
export interface ConsoleSettings {
  /** Origin of the console. Requests that change something must come from it. */
  origin: string;
  /** URL at which people reach the API, without a trailing slash. */
  publicUrl: string;
  cookieName: string;
  /** True if the cookie is sent over HTTPS only. */
  isSecure: boolean;
}

export interface ConsoleSignIn {
  settings: ConsoleSettings;
  limiter: SignInLimiter;
}

/**
 * Returns the settings of a console at `publicUrl`. Browsers accept the prefix `__Host-` only over HTTPS. It keeps
 * other hosts of the same domain from setting the cookie. Browsers send cookies of localhost to each of its ports,
 * so the name has the port there.
 */
export function consoleSettings(publicUrl: string): ConsoleSettings {
  const { origin, protocol, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return { origin, publicUrl, cookieName: isSecure ? '__Host-assay' : `assay-${port || 80}`, isSecure };
}
