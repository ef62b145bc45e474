import path from 'node:path';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import { stableId } from '../contract/issues.ts';
import { checkProfile } from '../profiles/check-profile.ts';
import { findShippedProfile, shippedProfiles } from '../profiles/shipped/index.ts';
import { sidekickDescriptions } from '../sidekicks/catalogue.ts';
import { openLocalFile } from './local-file.ts';
import { UsageError } from './options.ts';

const maxFaultCharacters = 500;
/** Maximum size of a profile in bytes, as of a request body in the API. */
const maxProfileBytes = 2 ** 20;

/**
 * Returns the profile with a code, or the profile in a JSON file. Throws `UsageError` with each fault and its field if
 * the profile cannot be used.
 * @param directory directory to which a relative path refers
 */
export async function loadProfile(given: string, directory: string): Promise<Profile> {
  if (!/\.json$|[\\/]/i.test(given)) {
    const shipped = findShippedProfile(given);
    if (shipped !== null) return shipped;
    const codes = shippedProfiles.map(({ code }) => code).join(', ');
    throw new UsageError(
      `there is no profile “${plainText(given, 100)}”. Use a JSON file or one of: ${codes}`,
    );
  }
  const named = plainText(given, maxFaultCharacters);
  let body: unknown;
  try {
    body = JSON.parse(await readText(path.resolve(directory, given)));
  } catch (error) {
    throw new UsageError(`the profile ${named} cannot be read: ${plainText((error as Error).message, 300)}`);
  }
  // A profile that the API has returned has these fields besides its content.
  const { id, version, builtIn: _, ...rest } = { ...(body as Record<string, unknown>) };
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const checked = checkProfile(isObject ? rest : body, sidekickDescriptions);
  if ('faults' in checked) {
    const faults = checked.faults.map(
      ({ field, message }) =>
        `  ${plainText(field, maxFaultCharacters)}: ${plainText(message, maxFaultCharacters)}`,
    );
    throw new UsageError(`the profile ${named} is not valid:\n${faults.join('\n')}`);
  }
  const { content } = checked;
  return {
    ...content,
    // Without an id, the derived one says which content was used.
    id: typeof id === 'string' && isUuid(id) ? id : stableId(`profile:${JSON.stringify(content)}`),
    version: Number.isSafeInteger(version) && (version as number) > 0 ? (version as number) : 1,
    builtIn: false,
  };
}

/** Returns the text of a regular file of at most `maxProfileBytes`. Reading a named pipe could wait for ever. */
async function readText(file: string): Promise<string> {
  const opened = await openLocalFile(file);
  try {
    const { sizeBytes } = opened;
    if (sizeBytes > maxProfileBytes)
      throw new Error(`it exceeds ${maxProfileBytes} bytes (got ${sizeBytes})`);
    return new TextDecoder().decode(await opened.read(0, sizeBytes));
  } finally {
    await opened.close();
  }
}
