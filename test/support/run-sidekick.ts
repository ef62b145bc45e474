import path from 'node:path';
import { expect } from 'vitest';
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

/** Runs a sidekick on a local file and checks what it returns as the platform does. */
export async function runSidekick(
  code: SidekickCode,
  file: string,
  isolates: Isolates,
  signal = new AbortController().signal,
): Promise<Finding[]> {
  const filename = path.basename(file);
  const type = fileTypeOf(filename)!;
  const tools = await mediaTools();
  const progress = (share: number) => expect(share).toBeGreaterThanOrEqual(0);
  const observations = await observe({ tools, path: file, codes: [code], signal, progress });
  const findings = await builtInSidekicks[code].examine(
    {
      asset: { assetId: 'a', filename, assetType: type.assetType, mimeType: type.mimeType },
      source: await fileSource(file),
      localFile: () => Promise.resolve(file),
      isolates,
      tools,
      signal,
      progress,
    },
    observations[code] ?? null,
  );
  return checkFindings(
    findSidekick(sidekickDescriptions.find((sidekick) => sidekick.code === code)!.id)!,
    findings,
  );
}
