import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import type { RegistrationResult } from '@assay/admin/register-sidekick.ts';
import { sidekickList } from '@assay/domain/contracts/sidekick.ts';
import { removeSidekick } from '@assay/storage/submissions/custom-sidekicks.ts';
import { caller, newTenant, type Tenant, untilDone, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { registerCustom, registrationFile } from '../support/custom-sidekicks.ts';
import { watchStatements } from '../support/watched-database.ts';

const database = useStackDatabase();
const mine = useTenant(database);
const theirs = useTenant(database);
const list = '/api/integrations/sidekicks';
const builtIn = sidekickDescriptions.map(({ id }) => id);
const document = sidekickDescriptions.find(({ code }) => code === 'document')!.id;
let ours: RegistrationResult;
let foreign: RegistrationResult;

beforeAll(async () => {
  const parts = { taskQueue: 'nobody-listens' };
  ours = await registerCustom(database, mine.workspaceId, parts);
  foreign = await registerCustom(database, theirs.workspaceId, parts);
});

const idsOf = async (tenant: Tenant) =>
  (await tenant.live('GET', list)).body.sidekicks.map(({ id }: any) => id);

describe('the list of sidekicks', () => {
  test('has the built-in sidekicks and then the custom ones of the workspace, in the same shape', async () => {
    const { body } = await mine.live('GET', list);
    expect(sidekickList.parse(body)).toEqual(body);
    expect(body.sidekicks.map(({ id }: any) => id)).toEqual([...builtIn, ours.id]);
    const { code, name, description, version, assetTypes, rules } = registrationFile;
    expect(body.sidekicks.at(-1)).toEqual({
      id: ours.id,
      code,
      name,
      description,
      version,
      assetTypes,
      builtIn: false,
      limits: [],
      parameters: [],
      rules: [{ ...rules[0], id: expect.any(String), assetTypes: null, adjustable: null, evidence: null }],
    });
    expect((await mine.sandbox('GET', list)).body).toEqual(body);
  });

  test('has no custom sidekicks of other workspaces', async () => {
    expect(await idsOf(theirs)).toEqual([...builtIn, foreign.id]);
    expect(await idsOf(await newTenant(database))).toEqual(builtIn);
  });
});

describe('a live submission', () => {
  test('rejects a sidekick of another workspace with the same error as an unknown one', async () => {
    const blobPath = await uploadPdf(mine);
    const answers = await Promise.all(
      [foreign.id, randomUUID(), 'nonsense'].map(async (id) => submitLive(mine, [blobPath], [document, id])),
    );
    expect(answers[0]).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'sidekickIds.1', message: 'is not a known sidekick' }] },
    });
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 422, body: answers[0]!.body });
  });

  test('rejects a removed sidekick', async () => {
    const { id } = await registerCustom(database, mine.workspaceId, { code: 'removed', taskQueue: 'q' });
    expect(await idsOf(mine)).toContain(id);
    await removeSidekick(database, id);
    expect(await idsOf(mine)).not.toContain(id);
    expect((await submitLive(mine, [await uploadPdf(mine)], [document, id])).body.fields).toEqual([
      { field: 'sidekickIds.1', message: 'is not a known sidekick' },
    ]);
  });

  test('is rejected if no sidekick examines its asset type, even if a custom sidekick is known', async () => {
    const { id } = await registerCustom(database, mine.workspaceId, {
      code: 'for-video',
      taskQueue: 'q',
      assetTypes: ['video'],
    });
    expect((await submitLive(mine, [await uploadPdf(mine)], [id])).body.fields).toEqual([
      { field: 'assets.0.blobPath', message: 'none of the sidekicks examines document assets' },
    ]);
  });

  test('runs a built-in sidekick although a custom rule has the same code as one of its rules', async () => {
    await registerCustom(database, mine.workspaceId, {
      code: 'same-rule',
      taskQueue: 'q',
      rules: [{ ...registrationFile.rules[0], code: 'active_content.javascript' }],
    });
    const blobPath = await uploadPdf(mine, { script: 'app.beep()' });
    const { body } = await submitLive(mine, [blobPath], [document]);
    const done = await untilDone(mine.live, body.submissionId);
    const { assetId } = done.body.assets[0];
    const path = `/api/integrations/submissions/${body.submissionId}/assets/${assetId}/issues`;
    const { issues } = (await mine.live('GET', path)).body;
    expect(issues).toMatchObject([{ contributors: [{ label: 'Document inspection' }] }]);
  });
});

describe('SQL statements', () => {
  const start = useApps();

  test('listing sidekicks takes one after the look-up of the key, and built-in sidekicks add none to a submission', async () => {
    const { database: watched, names: statements } = watchStatements(database);
    const url = await start(watched);
    const tenant = await newTenant(database);
    const { id } = await registerCustom(database, tenant.workspaceId, { taskQueue: 'q' });
    const live = caller(tenant.liveKey, url);
    // The first request of a key also records the use of the key.
    await live('GET', list);
    statements.length = 0;
    const { body } = await live('GET', list);
    expect(body.sidekicks.at(-1).id).toBe(id);
    expect(statements).toEqual(['find-api-key', 'list-sidekicks']);
    const submit = async (...sidekickIds: string[]) => {
      const blobPath = await uploadPdf({ ...tenant, live });
      statements.length = 0;
      const assets = [{ blobPath }];
      return live('POST', '/api/integrations/submissions', { assets, sidekickIds });
    };
    expect((await submit(document.toUpperCase(), 'nonsense')).status).toBe(422);
    expect(statements).not.toContain('read-registered-sidekicks');
    expect((await submit(id, randomUUID())).body.fields).toHaveLength(1);
    expect(statements.filter((name) => name === 'read-registered-sidekicks')).toHaveLength(1);
  });
});
