import type { SignInLimiter } from './sign-in-limiter.ts';

export interface ConsoleSettings {
  /** Origin of the console. Requests that change data must come from this origin. */
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
 * Returns the settings of a console at `publicUrl`. Over HTTPS, the name of the cookie begins with `__Host-`, so no
 * other host of the domain can set the cookie. Browsers accept this prefix only over HTTPS. Without HTTPS, the name
 * contains the port, because browsers send a cookie of localhost to every port.
 */
export function consoleSettings(publicUrl: string): ConsoleSettings {
  const { origin, protocol, port } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return { origin, publicUrl, cookieName: isSecure ? '__Host-assay' : `assay-${port || 80}`, isSecure };
}
