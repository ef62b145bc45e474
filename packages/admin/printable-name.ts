import { InvalidArgumentError } from 'commander';
import { hasVisibleCharacter, isSafeText } from '@assay/domain/lib/characters.ts';

const maxNameCharacters = 100;

/** Parses the name of a person or key from the command line. Throws `InvalidArgumentError` for an unsafe name. */
export function printableName(text: string): string {
  const name = text.trim();
  if (!hasVisibleCharacter(name) || name.length > maxNameCharacters || !isSafeText(name)) {
    throw new InvalidArgumentError(`Give 1 to ${maxNameCharacters} printable characters.`);
  }
  return name;
}
