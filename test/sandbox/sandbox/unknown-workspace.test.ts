import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';

it.each([
  ['checkout', '"checkout"'],
  ['4111111111111111', '"…"'],
  [`a${'b'.repeat(100)}`, `"a${'b'.repeat(63)}"`],
])('a request to the workspace %s, which there is not, is told so', async (name, shown) => {
  const sandbox = createSandbox({ workspaces: { onFirstUse: false } });
  const answer = await sandbox.fetch(`http://sandbox/w/${name}/api/v1/plans`);
  const { Message } = await answer.json();
  expect(answer.status).toBe(404);
  expect(Message).toContain(`There is no workspace ${shown}.`);
  sandbox.close();
});
