import { ensureTextModels } from '../programs/text-models.ts';

/**
 * Returns the variables that turn the reader of text on, with its weights. If the weights cannot be downloaded, prints
 * the reason and returns the variable that turns the reader off. TEXT_READER and TEXT_MODELS of the user take
 * precedence.
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
