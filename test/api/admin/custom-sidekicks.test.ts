import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { sidekickRegistration } from '@assay/domain/contracts/sidekick-registration.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { sidekicksBody } from '@assay/storage/submissions/custom-sidekicks.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { admin as runAdmin, adminJson } from '../../support/admin.ts';
import { newWorkspace, useDatabase } from '../../support/database.ts';
import { registerCustom, registrationFile } from '../../support/custom-sidekicks.ts';
import { testKeys } from '../../support/secrets.ts';

const own = useDatabase();
let workspaceId: string;
let other: string;

beforeAll(async () => {
  [workspaceId, other] = [await newWorkspace(own.database), await newWorkspace(own.database)];
});

const env = () => ({ DATABASE_URL: own.url, ENCRYPTION_KEYS: testKeys });
/** Runs a command of the group `sidekicks`. */
const admin = (...args: string[]) => runAdmin(['sidekicks', ...args], env());
const json = (...args: string[]) => adminJson(['sidekicks', ...args], env());

async function fileOf(parts: Record<string, unknown>): Promise<string> {
  const file = path.join(inject('scratchDir'), `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ ...registrationFile, ...parts }));
  return file;
}

const rulesOf = async (id: string, version: string) => {
  const { rows } = await own.database.query<{ rules: { id: string; name: string }[] }>(
    'select rules from registered_sidekick_versions where sidekick_id = $1 and version = $2',
    [id, version],
  );
  return rows[0]!.rules;
};

describe('the admin CLI', () => {
  test('registers a sidekick at an endpoint with a secret shown once, lists it and removes it', async () => {
    const url = 'https://example.com/examine';
    const file = await fileOf({ code: 'at-endpoint', url });
    const registered = await json('register', '--file', file, '--workspace', workspaceId);
    expect(registered).toEqual({
      id: expect.any(String),
      code: 'at-endpoint',
      version: '1',
      workspaceId,
      taskQueue: null,
      url,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { id, secret, ...shown } = registered;
    expect(await json('register', '--file', file, '--workspace', workspaceId)).toEqual({ id, ...shown });
    const again = await json('register', '--file', file, '--workspace', workspaceId, '--new-secret');
    expect(again).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    expect(again.secret).not.toBe(secret);

    const listed = await json('list', '--workspace', workspaceId);
    expect(listed.map(({ code }: any) => code)).toEqual([
      ...sidekickDescriptions.map(({ code }) => code),
      'at-endpoint',
    ]);
    expect(listed.at(-1)).toEqual({
      id,
      code: 'at-endpoint',
      name: 'House style',
      version: '1',
      assetTypes: ['document'],
      rules: ['style.word'],
      workspaceId,
      taskQueue: null,
      url,
    });
    expect(await json('list', '--workspace', other)).toHaveLength(sidekickDescriptions.length);
    expect(await json('list')).toContainEqual(listed.at(-1));

    expect(await json('remove', id)).toEqual({ id, removed: true });
    expect(await json('list')).toHaveLength(sidekickDescriptions.length);
    expect((await admin('remove', id)).output).toContain(`there is no sidekick ${id}`);
    const { rows } = await own.database.query('select secret from registered_sidekicks where id = $1', [id]);
    expect(rows).toEqual([{ secret: null }]);
  });

  test('reports invalid input', async () => {
    const failing = async (...args: string[]) => {
      const { code, output } = await admin(...args);
      expect(code).toBe(1);
      return output;
    };
    expect(await failing('register', '--file', '/nowhere.json')).toContain('/nowhere.json cannot be read');
    const notJson = path.join(inject('scratchDir'), 'not.json');
    await writeFile(notJson, '{');
    expect(await failing('register', '--file', notJson)).toContain('is not JSON');
    const faulty = await fileOf({ code: 'X', assetTypes: ['sound'], taskQueue: taskQueues.media });
    const output = await failing('register', '--file', faulty);
    expect(output).toContain('does not describe a sidekick');
    expect(output).toMatch(/lower-case letters and digits.*→ at code/s);
    expect(output).toMatch(/→ at assetTypes\[0\]/);
    expect(output).toMatch(/must not be a task queue of the platform\s+→ at taskQueue/);
    const file = await fileOf({ taskQueue: 'q' });
    expect(await failing('register', '--file', file, '--workspace', 'x')).toContain(
      'there is no workspace x',
    );
    expect(await failing('remove', sidekickDescriptions[0]!.id)).toContain('is built in');
  });
});

describe('a registration', () => {
  test('of a new version keeps the ids of the sidekick and its rules, and the previous version', async () => {
    const first = await registerCustom(own.database, workspaceId, { code: 'versions', taskQueue: 'a' });
    const rules = [{ ...registrationFile.rules[0], name: 'Word that is never printed' }];
    const second = await registerCustom(own.database, workspaceId, {
      code: 'versions',
      version: '2',
      taskQueue: 'b',
      rules,
    });
    expect(second).toEqual({ ...first, version: '2', taskQueue: 'b' });
    const [before, now] = [await rulesOf(first.id, '1'), await rulesOf(first.id, '2')];
    expect(now).toEqual([{ ...before[0], name: 'Word that is never printed' }]);
    await registerCustom(own.database, workspaceId, { code: 'versions', taskQueue: 'a' });
    expect(await rulesOf(first.id, '2')).toEqual(now);
  });

  test('of the same version must have the same content, except for the task queue or URL', async () => {
    const parts = { code: 'same', taskQueue: 'a' };
    const { id } = await registerCustom(own.database, workspaceId, parts);
    const moved = await registerCustom(own.database, workspaceId, {
      code: 'same',
      url: 'https://example.com/',
    });
    expect(moved).toMatchObject({ id, taskQueue: null, secret: expect.any(String) });
    await expect(registerCustom(own.database, workspaceId, { ...parts, name: 'Other' })).rejects.toThrow(
      'version "1" of same is registered with other content: give this one a new version',
    );
    const back = await registerCustom(own.database, workspaceId, parts);
    expect(back).toEqual({ id, code: 'same', version: '1', workspaceId, taskQueue: 'a', url: null });
  });

  test('has a code that is unique per workspace, also among shared and built-in sidekicks', async () => {
    const parts = { code: 'codes', taskQueue: 'a' };
    const mine = await registerCustom(own.database, workspaceId, parts);
    const theirs = await registerCustom(own.database, other, parts);
    expect(theirs.id).not.toBe(mine.id);
    await expect(registerCustom(own.database, null, parts)).rejects.toThrow('has the code "codes"');
    const shared = await registerCustom(own.database, null, { code: 'shared', taskQueue: 'a' });
    for (const scope of [workspaceId, other]) {
      const listed = JSON.parse((await readInWorkspace(own.database, sidekicksBody, scope))!) as {
        id: string;
      }[];
      expect(listed.map(({ id }) => id)).toContain(shared.id);
    }
    await expect(
      registerCustom(own.database, workspaceId, { code: 'shared', taskQueue: 'a' }),
    ).rejects.toThrow(`the sidekick ${shared.id} has the code "shared"`);
    await expect(
      registerCustom(own.database, workspaceId, { code: 'loudness', taskQueue: 'a' }),
    ).rejects.toThrow('"loudness" is the code of a built-in sidekick');
  });

  test('with the same code, made concurrently, succeeds only once', async () => {
    const parts = { code: 'at-once', taskQueue: 'a' };
    const scopes = [null, workspaceId, other, null, workspaceId, other];
    await Promise.allSettled(scopes.map((scope) => registerCustom(own.database, scope, parts)));
    const { rows } = await own.database.query<{ workspace_id: string | null }>(
      `select workspace_id from registered_sidekicks where code = 'at-once' and removed_at is null`,
    );
    expect(new Set(rows.map((row) => row.workspace_id)).size).toBe(rows.length);
    expect(rows.length === 1 || rows.every((row) => row.workspace_id !== null)).toBe(true);
  });

  const at = (parts: Record<string, unknown>) =>
    sidekickRegistration.safeParse({ ...registrationFile, ...parts });
  const rule = registrationFile.rules[0]!;

  test.for([
    [{}, 'must have either taskQueue or url'],
    [{ taskQueue: 'a', url: 'https://example.com/' }, 'must have either taskQueue or url'],
    ...Object.values(taskQueues).map((taskQueue) => [{ taskQueue }, 'task queue of the platform'] as const),
    [{ taskQueue: '/_sys/x' }, 'must be letters, digits'],
    [{ taskQueue: 'a', maxWaitSeconds: 5 * 3600 }, 'Too big'],
    [{ url: 'https://example.com/', maxWaitSeconds: 60 }, 'is only allowed with taskQueue'],
    [{ url: 'http://example.com/' }, 'must use HTTPS'],
    [{ url: 'https://user:pass@example.com/' }, 'must not contain credentials'],
    [{ taskQueue: 'a', rules: [] }, 'Too small'],
    [{ taskQueue: 'a', rules: [rule, rule] }, 'must not repeat a code'],
    [{ taskQueue: 'a', rules: [{ ...rule, code: 'word' }] }, 'must be family.name'],
    [
      { taskQueue: 'a', rules: [{ ...rule, source: { ...rule.source, url: 'javascript:alert(1)' } }] },
      'must be a URL starting with https://',
    ],
    [{ taskQueue: 'a', assetTypes: ['video', 'video'] }, 'must not repeat a type'],
    [{ taskQueue: 'a', name: 'a\u202eb' }, 'must be well-formed text'],
    [{ taskQueue: 'a', colour: 'red' }, 'Unrecognized key'],
  ] as const)('is refused with %j', ([parts, message]) => {
    expect(at(parts).error?.message).toContain(message);
  });

  test.for(['assay-media-2', 'my.queue', 'A/b:c_d'])('may be on the task queue %s', (taskQueue) => {
    expect(at({ taskQueue }).success).toBe(true);
  });
});
