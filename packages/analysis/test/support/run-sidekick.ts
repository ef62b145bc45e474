import path from 'node:path';
import { expect, inject } from 'vitest';
import type { MediaTools } from '../../decode/media-tools.ts';
import type { Parsers } from '../../jobs/media-runtime.ts';
import { builtInSidekicks } from '../../sidekicks/built-in.ts';
import { describeSidekick, findSidekick, type SidekickCode } from '../../sidekicks/catalogue.ts';
import { checkFindings } from '../../contract/check-findings.ts';
import { defaultSettings, type SidekickSettings } from '../../contract/settings.ts';
import type { Finding } from '../../contract/finding.ts';
import { noTrustLists, type TrustLists } from '../../contract/trust-lists.ts';
import type { ShownText } from '../../text/shown-text.ts';
import { observeFile } from '../../jobs/observe-file.ts';
import { fileTypeOf, isDecodable } from '@assay/domain/asset-type.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { fileSource } from './file-source.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';

/**
 * Returns the path of a media file in the test run's directory. Test files that run at the same time may use the same
 * name, because the path contains the process id.
 */
export const mediaFile = (name: string) => path.join(inject('scratchDir'), `sidekick-${process.pid}-${name}`);

/** Returns a JSON value as the worker reads it from the storage. */
export const jsonSource = (value: unknown) => bytesSource(Buffer.from(JSON.stringify(value)));

/**
 * Runs a sidekick on a file and validates its findings as the platform does. `name` is a path, or a name for
 * `mediaFile`. `otherTools` replaces `mediaTools`. `shownText` is the text that was read in the pictures of the file.
 */
export async function runSidekick(
  parsers: Parsers,
  code: SidekickCode,
  name: string,
  signal = new AbortController().signal,
  otherTools?: MediaTools,
  shownText: ShownText | null = null,
  trustLists: TrustLists = noTrustLists,
  settings: SidekickSettings = defaultSettings(describeSidekick(code)),
): Promise<Finding[]> {
  const file = path.isAbsolute(name) ? name : mediaFile(name);
  const filename = path.basename(file);
  const type = fileTypeOf(filename)!;
  const description = describeSidekick(code);
  const tools = otherTools ?? (await mediaTools());
  const progress = (share: number) => expect(share).toBeGreaterThanOrEqual(0);
  const codes = description.decodes && isDecodable(type.mimeType) ? [code] : [];
  const observations =
    codes.length === 0
      ? {}
      : (await observeFile({ tools, path: file, codes, signal, progress })).observations;
  const findings = await builtInSidekicks[code].examine(
    {
      asset: { assetId: 'a', filename, assetType: type.assetType, mimeType: type.mimeType, pages: null },
      source: await fileSource(file),
      shownText,
      settings,
      trustLists: () => Promise.resolve(trustLists),
      parsers,
      signal,
      progress,
    },
    jsonSource(observations[code] ?? null),
  );
  // The checks of a result leave out the rules that cannot find anything in files of the type.
  for (const { ruleCode } of findings) {
    const { assetTypes } = description.rules.find((rule) => rule.code === ruleCode)!;
    expect(assetTypes ?? [type.assetType], ruleCode).toContain(type.assetType);
  }
  return checkFindings(findSidekick(description.id)!, findings);
}
