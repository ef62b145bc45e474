/** @module-tag long */

import { expect, test } from 'vitest';
import { newTenant, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { gifAnimation } from '../support/animations.ts';
import { submitLive } from '../support/live.ts';

const database = useStackDatabase();

test(
  'animations of a hundred thousand large frames delay no other workspace',
  { timeout: 300_000 },
  async () => {
    const hostile = await newTenant(database);
    const other = await newTenant(database);
    // Decoding all frames takes a quarter of an hour.
    const gif = gifAnimation({ width: 5_000, height: 5_000, frames: 100_000 });
    const blobPaths: string[] = [];
    for (let each = 0; each < 4; each++)
      blobPaths.push(await uploadFile(hostile.live, 'a.gif', 'image/gif', gif));
    const images = (await submitLive(hostile, blobPaths)).body;
    const text = await uploadFile(other.live, 'a.txt', 'text/plain', Buffer.from('A short text.\n'));
    const { submissionId } = (await submitLive(other, [text])).body;

    expect((await untilDone(other.live, submissionId)).body.status).toBe('complete');
    expect((await untilDone(hostile.live, images.submissionId, 240_000)).body).toMatchObject({
      status: 'complete',
      assets: blobPaths.map(() => ({ status: 'complete', issueCount: 1 })),
    });
    const [{ assetId }] = images.assets;
    const path = `/api/integrations/submissions/${images.submissionId}/assets/${assetId}/issues`;
    expect((await hostile.live('GET', path)).body.issues).toMatchObject([
      {
        ruleCode: 'decode.unexamined',
        severity: 'info',
        summary: 'The first 400 of 100000 frames were decoded',
      },
    ]);
  },
);
