import { test } from 'clientlib-sandbox/vitest';
import { expect } from 'vitest';
import { signUp, statusOf } from './signup.mjs';

for (let at = 0; at < 100; at += 1) {
  test(`signs up ${at}`, async ({ sandbox }) => {
    const id = await signUp(sandbox.baseUrl, sandbox.fetch);
    expect(await statusOf(sandbox.baseUrl, sandbox.fetch, id)).toBe('Active');
  });
}
