import { expect, test } from 'vitest';
import { buildEvent } from '@assay/domain/event.ts';

const subject = { assetId: 'a', submissionId: 's', workspaceId: 'w', filename: 'clip.mp4' };
const at = new Date('2026-01-02T03:04:05.678Z');

test('the event of a completed asset has an issue count and no error', () => {
  const event = buildEvent('e', at, subject, { status: 'completed', issueCount: 2 });
  expect(event.type).toBe('asset.processing.completed');
  expect(JSON.parse(event.payload)).toEqual({
    id: 'e',
    type: 'asset.processing.completed',
    timestamp: '2026-01-02T03:04:05.678Z',
    data: {
      asset_id: 'a',
      submission_id: 's',
      workspace_id: 'w',
      status: 'completed',
      filename: 'clip.mp4',
      issue_count: 2,
    },
  });
});

test('the event of a failed asset has an error and no issue count', () => {
  const event = buildEvent('e', at, subject, { status: 'failed', errorMessage: 'broken' });
  const { data } = JSON.parse(event.payload) as { data: Record<string, unknown> };
  expect(event.type).toBe('asset.processing.failed');
  expect(data).toMatchObject({ status: 'failed', error_message: 'broken' });
  expect(data).not.toHaveProperty('issue_count');
});
