import { expect, inject, test } from 'vitest';
import { endpoints } from './endpoints.ts';

test('9 The interface description carries version 0.1.0', async () => {
  const response = await fetch(`${inject('stack').apiUrl}/openapi.json`);
  expect(response.status).toBe(200);
  const description: any = await response.json();
  expect(description.openapi).toMatch(/^3\.1/);
  expect(description.info.version).toBe('0.1.0');
});

test('9 The interface description has every endpoint, and no path has a version segment', async () => {
  const description: any = await (await fetch(`${inject('stack').apiUrl}/openapi.json`)).json();
  for (const { method, path } of endpoints)
    expect(description.paths[path], path).toHaveProperty(method.toLowerCase());
  for (const path of Object.keys(description.paths)) expect(path).not.toMatch(/\/v\d/);
});
