import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFirstAttempts } from '../../activities/deliver/first-attempts.ts';
import type { AttemptTarget, MadeAttempt } from '../../activities/deliver/make-attempt.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const deliveryId = '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8e';
const workflowId = deliveryWorkflowId(deliveryId);
const made: MadeAttempt = { outcome: 'succeeded', result: 'status: HTTP 204' };

function offering(makeAttempt: () => Promise<MadeAttempt | 'changed'> = () => Promise.resolve(made)) {
  const release = vi.fn();
  const make = vi.fn(makeAttempt);
  const attempts = createFirstAttempts(make);
  const target = {
    delivery: { deliveryId, sequence: 0 },
    permit: { slow: false, release },
    hasWorkflow: true,
  } as unknown as AttemptTarget;
  return { attempts, release, make, offer: () => attempts.offer(target) };
}

test('an offered attempt is made once, for its workflow and for its lease', async () => {
  const { attempts, offer, make, release } = offering();
  const offered = offer();
  expect(await attempts.make(workflowId)).toBe(made);
  expect(await offered.isRecorded).toBe(true);
  expect(attempts.make(workflowId)).toBeNull();
  offered.withdraw();
  expect(make).toHaveBeenCalledOnce();
  // The attempt frees its permit itself.
  expect(release).not.toHaveBeenCalled();
});

test('an attempt that is withdrawn is not made, and its permit is free', async () => {
  const { attempts, offer, make, release } = offering();
  const offered = offer();
  offered.withdraw();
  offered.withdraw();
  expect(await offered.isRecorded).toBe(false);
  expect(attempts.make(workflowId)).toBeNull();
  expect(make).not.toHaveBeenCalled();
  expect(release).toHaveBeenCalledExactlyOnceWith(null);
});

test('an attempt that no workflow makes is withdrawn after ten seconds', async () => {
  const { attempts, offer, release } = offering();
  const offered = offer();
  vi.advanceTimersByTime(9_999);
  expect(release).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(await offered.isRecorded).toBe(false);
  expect(attempts.make(workflowId)).toBeNull();
});

test('a fault of the attempt rejects both sides', async () => {
  const { attempts, offer } = offering(() => Promise.reject(new Error('the key is missing')));
  const { isRecorded } = offer();
  await expect(attempts.make(workflowId)).rejects.toThrow('the key is missing');
  await expect(isRecorded).rejects.toThrow('the key is missing');
});

test('an attempt of a delivery that changed concurrently is not recorded', async () => {
  const { attempts, offer } = offering(() => Promise.resolve('changed'));
  const { isRecorded } = offer();
  expect(await attempts.make(workflowId)).toBe('changed');
  expect(await isRecorded).toBe(false);
});

test('a workflow of another delivery, or of another sequence, gets nothing', () => {
  const { attempts, offer } = offering();
  offer();
  expect(attempts.make(deliveryWorkflowId(deliveryId, 2))).toBeNull();
  expect(attempts.make(deliveryWorkflowId('0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f'))).toBeNull();
});
