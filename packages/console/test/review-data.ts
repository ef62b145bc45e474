import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { Database } from '@assay/storage/database/database.ts';
import { type Tenant, untilDone } from '../../../test/support/api.ts';
import { submitLive } from '../../../test/support/live.ts';
import { type ConsolePage, openConsole, type View } from './console-page.ts';

/** Submits uploads, waits for the results, and returns the path of the review page of each below `/console`. */
export async function reviewPaths(tenant: Tenant, blobPaths: readonly string[]): Promise<string[]> {
  const { body } = await submitLive(tenant, blobPaths);
  const submissionId = body.submissionId as string;
  const done = await untilDone(tenant.live, submissionId);
  const assets = done.body.assets as { assetId: string; blobPath: string }[];
  return blobPaths.map((blobPath) => {
    const { assetId } = assets.find((asset) => asset.blobPath === blobPath) ?? assets[0]!;
    return `/${tenant.workspaceId}/live/submissions/${submissionId}/assets/${assetId}`;
  });
}

/** Opens a review page. `issues`: replaces the issues of the asset in the response of the API. */
export async function openReview(
  browser: Browser,
  database: Database,
  tenant: Tenant,
  path: string,
  { issues, ...view }: View & { issues?: any[] } = {},
): Promise<ConsolePage> {
  const opened = await openConsole(browser, database, {
    workspaceId: tenant.workspaceId,
    path: '/sign-in',
    ...view,
  });
  const { page } = opened;
  if (issues !== undefined) {
    await page.route('**/issues', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), issues, total: issues.length } });
    });
  }
  await page.goto(`${new URL(page.url()).origin}/console${path}`);
  return opened;
}

const resolution = { action: 'review', description: 'Review it.' };

/** Returns an issue of a custom sidekick. @param number its number; issues with equal numbers have equal ids */
export function issueOf(number: number, parts: object): any {
  return {
    assetId: '00000000-0000-4000-8000-000000000000',
    summary: `Something was found at place ${number}`,
    severity: 'critical',
    status: 'open',
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    ruleId: '00000000-0000-4000-8000-000000000001',
    ruleCode: 'house.style',
    details: 'The house does not print this.',
    severityReasoning: 'Readers stumble over it.',
    severityReasoningHeadline: 'Looks careless',
    precedents: [],
    decision: null,
    contributors: [
      {
        id: '00000000-0000-4000-8000-000000000002',
        label: 'House style',
        reasoning: 'Readers stumble over it.',
        confidence: 1,
        relationType: 'primary',
        evidence: [],
        resolutionRequirement: resolution,
        ruleCode: 'house.style',
        ruleName: 'House style',
        severity: 'critical',
      },
    ],
    resolutionRequirement: resolution,
    anchor: { kind: 'asset' },
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    referenceNumber: number,
    ...parts,
  };
}

/** Like `expect.poll`, with a time limit that suits a loaded machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
