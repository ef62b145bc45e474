// What must not be in a log, found in the text of its lines: a secret is as likely in the message of an error three causes
// deep as in a field with a name of its own.

const redacted = '[redacted]';

/** Fields that are secret by their name, at any depth of a line of JSON, with values that are strings. */
const secretFields =
  /("(?:x-api-key|authorization|proxy-authorization|cookie|set-cookie|password|secret|previousSecret|apiKey|api_key|secretAccessKey|sessionToken)":)"(?:[^"\\]|\\.)*"/gi;

const patterns: readonly (readonly [RegExp, string])[] = [
  [secretFields, `$1"${redacted}"`],
  // Standard Webhooks: a secret for signing.
  [/whsec_[A-Za-z0-9+/=_-]{8,}/g, `whsec_${redacted}`],
  // API keys of ours.
  [/\bsk_(live|test)_[0-9A-Za-z]{8,}/g, `sk_$1_${redacted}`],
  [/\b(Bearer|Basic) [A-Za-z0-9+/=._~-]{8,}/gi, `$1 ${redacted}`],
  // The query of a signed URL (AWS Signature 4 and 2): whoever has it may read or write the object.
  [/\?[^\s"'<>\\]*(?:X-Amz-Signature|X-Amz-Credential|Signature=)[^\s"'<>\\]*/gi, `?${redacted}`],
  // The user's part of a URL.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/"'@\\]*@/gi, `$1${redacted}@`],
];

/**
 * Makes what takes secrets out of a line of the log.
 * @param secrets values that are known to be secret; those shorter than 6 characters would make the log unreadable and are
 *   left to the patterns
 */
export function createRedact(secrets: readonly string[]): (line: string) => string {
  const known = [...new Set(secrets.flatMap(spellings))].filter((secret) => secret.length >= 6);
  // Longer ones first: one may be a part of another.
  known.sort((one, other) => other.length - one.length);
  return (line) => {
    let text = line;
    for (const secret of known) text = text.replaceAll(secret, redacted);
    for (const [pattern, replacement] of patterns) text = text.replace(pattern, replacement);
    return text;
  };
}

/** As it is, as JSON has it inside of a string, and as a URL has it. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
