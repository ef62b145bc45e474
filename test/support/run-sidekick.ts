import path from 'node:path';
import { expect, inject } from 'vitest';
import type { Isolates } from '../../activities/isolate/isolate.ts';
import { builtInSidekicks } from '../../activities/sidekicks/built-in.ts';
import {
  findSidekick,
  sidekickDescriptions,
  type SidekickCode,
} from '../../activities/sidekicks/catalogue.ts';
import { checkFindings } from '../../activities/sidekicks/contract.ts';
import type { Finding } from '../../activities/sidekicks/finding.ts';
import { observe } from '../../activities/sidekicks/observe-asset.ts';
import { fileTypeOf } from '../../domain/asset-type.ts';
import { fileSource } from './file-source.ts';
import { mediaTools } from './media-tools.ts';

/** Where a test's media file lies. */
export const mediaFile = (name: string) => path.join(inject('scratchDir'), `sidekick-${name}`);

/** Runs a sidekick on a file of `mediaFile` and checks what it returns as the platform does. */
export async function runSidekick(
  isolates: Isolates,
  code: SidekickCode,
  name: string,
  signal = new AbortController().signal,
): Promise<Finding[]> {
  const type = fileTypeOf(name)!;
  const file = mediaFile(name);
  const description = sidekickDescriptions.find((sidekick) => sidekick.code === code)!;
  const tools = await mediaTools();
  const progress = (share: number) => expect(share).toBeGreaterThanOrEqual(0);
  const observations = await observe({ tools, path: file, codes: [code], signal, progress });
  const findings = await builtInSidekicks[code].examine(
    {
      asset: { assetId: 'a', filename: name, assetType: type.assetType, mimeType: type.mimeType },
      source: await fileSource(file),
      localFile: () => Promise.resolve(file),
      isolates,
      tools,
      signal,
      progress,
    },
    observations[code] ?? null,
  );
  return checkFindings(findSidekick(description.id)!, findings);
}
