import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { NeededSpace } from '@assay/domain/outages.ts';
import type { MediaDeps } from './with-local-copy.ts';

/**
 * Fails unless the disk of this media worker has space for an activity. Workflows run it until it succeeds, and then
 * repeat the activity.
 */
export function createCheckDisk({ workDir }: Pick<MediaDeps, 'workDir'>) {
  return function checkDisk(needed: NeededSpace): Promise<void> {
    if (workDir.space.hasRoom(needed)) return Promise.resolve();
    // The SDK logs benign failures at the level DEBUG. The activity that got no space has logged a warning.
    const category = ApplicationFailureCategory.BENIGN;
    throw ApplicationFailure.create({ type: 'no_disk_space', message: 'no disk space', category });
  };
}
