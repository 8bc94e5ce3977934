// One session comes to the same state, byte for byte, on each host.
import { createSandbox, startSandbox } from 'clientlib-sandbox';
import { handlers } from 'clientlib-sandbox/msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommandLine } from '../../sandbox/src/hosts/command/command-line.ts';
import { eventfulSession, randomSession, type Session } from '../kits/written/sessions.ts';
import { ownConnection, startHosted } from './hosted.ts';

const sessions: Record<string, Session> = {};
beforeAll(async () => {
  sessions['eventful'] = await eventfulSession();
  for (const seed of ['hosts 1', 'hosts 2', 'hosts 3']) sessions[seed] = await randomSession(seed, 60);
});

/** The state after a session in process. */
async function replayed(session: Session): Promise<string> {
  const sandbox = createSandbox({ session });
  await sandbox.ready;
  const state = JSON.stringify(sandbox.snapshot());
  sandbox.close();
  return state;
}

/** The state that the control API gives out. */
const stateAt = async (url: string) =>
  JSON.stringify(await (await fetch(`${url}/sandbox/snapshot`, { headers: ownConnection })).json());

describe.each(['eventful', 'hosts 1', 'hosts 2', 'hosts 3'])('The session "%s"', (name) => {
  const session = () => sessions[name] as Session;
  let expected = '';
  beforeAll(async () => {
    expected = await replayed(session());
    expect(JSON.parse(expected).Collections.events.length).toBeGreaterThan(5);
  });

  it('produces the same state on a port', async () => {
    const { url, close } = await startSandbox({ port: 0, session: session() });
    expect((await stateAt(url)) === expected).toBe(true);
    await close();
  });

  it('produces the same state behind MSW', async () => {
    const made = handlers({ baseUrl: session().BaseUrl, session: session() });
    const server = setupServer(...made);
    server.listen({ onUnhandledRequest: 'bypass' });
    try {
      expect((await stateAt(session().BaseUrl)) === expected).toBe(true);
    } finally {
      server.close();
      made.sandbox.close();
    }
  });

  it('produces the same state on the engine of hosted workspaces', async () => {
    const answer = await fetch(engine.url, {
      method: 'POST',
      headers: ownConnection,
      body: JSON.stringify(session()),
    });
    expect((await answer.text()) === expected).toBe(true);
  });
});

let engine: Awaited<ReturnType<typeof startHosted>>;
beforeAll(async () => {
  engine = await startHosted({}, { entry: 'test/hosted/replay-worker.ts' });
});
afterAll(() => engine.close());

it('can start the command', () => {
  expect(readCommandLine(['--session', 'session.json'])).toMatchObject({
    command: 'start',
    options: { session: 'session.json' },
  });
});
