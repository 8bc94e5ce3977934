import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeWorkspace, startHosted } from './hosted.ts';

let hosted: Awaited<ReturnType<typeof startHosted>>;
let workspace: MadeWorkspace;
let full: MadeWorkspace;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  hosted = await startHosted({ REQUESTS_PER_MINUTE: '1000' });
  workspace = await hosted.make({ Name: 'kept' });
  full = await hosted.make({ Name: 'full' });
});
afterAll(async () => {
  agent.destroy();
  await hosted.close();
});

/** Posts on the one connection that is kept. @returns the status, or the code of the error */
function post(url: string, body: string, headers: Record<string, string> = {}): Promise<number | string> {
  return new Promise((resolve) => {
    const asking = request(url, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    asking.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asking.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    asking.end(body);
  });
}

const small = JSON.stringify({ Text: 'x'.repeat(10_000) });
const large = JSON.stringify({ Text: 'x'.repeat(300_000) });

it.each([
  ['401 of the deployment', () => `${hosted.url}/sandbox/workspaces`, 401],
  ['404 of a workspace that is not there', () => `${hosted.url}/w/nobody/api/v1/orders`, 404],
  ['404 of a path', () => `${hosted.url}/nothing`, 404],
  ['401 of the control API', () => `${workspace.Url}/sandbox/reset`, 401],
  ['401 of the REST API', () => `${workspace.Url}/api/v1/orders`, 401],
  ['404 within a workspace', () => `${workspace.Url}/api/v1/nothing`, 404],
])('a rejection (%s) keeps the connection usable, whatever the body', async (_, url, status) => {
  for (const body of [small, large]) {
    const outcomes: (number | string)[] = [];
    for (let at = 0; at < 10; at += 1) outcomes.push(await post(url(), body));
    expect(outcomes).toEqual(Array(10).fill(status));
  }
});

it('so does 429', async () => {
  const outcomes = new Set<number | string>();
  for (let at = 0; at < 1_020; at += 1)
    outcomes.add(await post(`${full.Url}/api/v1/orders`, at < 1_000 ? '{}' : small));
  expect(outcomes).toEqual(new Set([401, 429]));
});
