// Redacts secrets in the text of log lines, not only in certain fields, because error messages may contain secrets.

const redacted = '[redacted]';

/** Matches JSON fields with these names and a string value, at any depth. */
const secretFields =
  /("(?:x-api-key|authorization|proxy-authorization|cookie|set-cookie|password|secret|previousSecret|apiKey|api_key|secretAccessKey|sessionToken|token)":)"(?:[^"\\]|\\.)*"/gi;

// Clients choose parts of a line, and each line is matched against all patterns. Each pattern must therefore take
// linear time: text that a failed match has read must not be read again by the next match.
const patterns: readonly (readonly [RegExp, string])[] = [
  [secretFields, `$1"${redacted}"`],
  // Signing secrets of Standard Webhooks.
  [/whsec_[A-Za-z0-9+/=_-]{8,}/g, `whsec_${redacted}`],
  // API keys of Assay.
  [/\bsk_(live|test)_[0-9A-Za-z]{8,}/g, `sk_$1_${redacted}`],
  // Tokens of people who sign in to the console: in the cookie, and in the fragment of a link.
  [/\b(assay(?:-\d+)?=|sign-in#)[A-Za-z0-9_-]{8,}/g, `$1${redacted}`],
  // Tokens of shared reports, in their path.
  [/(\/r\/)[A-Za-z0-9_-]{20,}/g, `$1${redacted}`],
  [/\b(Bearer|Basic) [A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${redacted}`],
  // The query of a presigned URL (AWS Signature versions 4 and 2) grants access to the object.
  [/\?[^\s"'<>\\?]*(?:X-Amz-Signature|X-Amz-Credential|Signature=)[^\s"'<>\\]*/gi, `?${redacted}`],
  // Credentials in a URL. The length of the scheme is limited, because a match that starts at each word of `a.a.a`
  // would otherwise read to the end of the text.
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'@\\]*@/gi, `$1${redacted}@`],
];

/**
 * Returns a function that redacts secrets in a log line.
 * @param secrets known secret values. Values shorter than 6 characters are ignored, because redacting them would make
 * the log unreadable.
 */
export function createRedact(secrets: readonly string[]): (line: string) => string {
  const known = [...new Set(secrets.flatMap(spellings))].filter((secret) => secret.length >= 6);
  // The longest secret is redacted first, because one secret may contain another.
  known.sort((one, other) => other.length - one.length);
  return (line) => {
    let text = line;
    for (const secret of known) text = text.replaceAll(secret, redacted);
    for (const [pattern, replacement] of patterns) text = text.replace(pattern, replacement);
    return text;
  };
}

/** Returns the spellings of a secret in logs: unchanged, escaped as in JSON, and percent-encoded as in URLs. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
