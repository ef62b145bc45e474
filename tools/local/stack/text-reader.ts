import { ensureTextModels } from '../programs/text-models.ts';

/**
 * Returns the environment variables that turn the text reader on. Downloads the weights unless the user has set
 * TEXT_MODELS. Turns the text reader off if the download fails, with a warning, or if the user has set TEXT_READER to
 * `off`.
 */
export async function textReaderEnvironment(
  cacheDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ TEXT_READER: string; TEXT_MODELS?: string }> {
  const isOff = environment['TEXT_READER'] === 'off';
  const models = isOff
    ? null
    : environment['TEXT_MODELS'] || (await ensureTextModels(cacheDir, environment['PATH'] ?? ''));
  return models === null ? { TEXT_READER: 'off' } : { TEXT_READER: 'on', TEXT_MODELS: models };
}
