import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The admin token of each process. */
export const adminToken = 'admin-token-of-the-tests';

/** A hosted workspace, as it was made. */
export interface HostedWorkspace {
  readonly url: string;
  readonly controlToken: string;
}

/**
 * The engine with the built worker in a process group of its own: the command `npm run hosted -- --no-shop`.
 *
 * @param port of the process before, whose workspaces keep their addresses; 0 takes a free one
 */
export async function startedHosted(data: string, port = 0) {
  const args = ['examples/hosted/start.mjs', '--no-shop', '--port', `${port}`, '--data', data];
  const child = spawn(process.execPath, args, {
    // The engine is a process of its own: a signal to the group reaches both.
    detached: true,
    env: { ...process.env, ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: line } = await lines.next();
  const url = /^hosted sandbox ready at (http:\/\/localhost:\d+)$/.exec(line ?? '')?.[1];
  const kill = async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    await exited;
  };
  if (url === undefined) {
    await kill();
    throw new Error(`The command did not say that it is ready, but: ${line}`);
  }
  return {
    url,
    port: Number(new URL(url).port),
    /** SIGKILL to the engine and what started it: nothing is finished, nothing is written. */
    kill,
    async make(settings: object): Promise<HostedWorkspace> {
      const response = await fetch(`${url}/sandbox/workspaces`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${adminToken}` },
        body: JSON.stringify(settings),
      });
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      const made = (await response.json()) as { readonly Url: string; readonly ControlToken: string };
      return { url: made.Url, controlToken: made.ControlToken };
    },
  };
}

/** A token of the REST API. */
export async function accessToken({ url }: HostedWorkspace): Promise<string> {
  const token = await fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await token.json()) as { access_token: string }).access_token;
}

/** Registers an endpoint for all events. */
export async function registerWebhook(workspace: HostedWorkspace, target: string): Promise<void> {
  const response = await fetch(`${workspace.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await accessToken(workspace)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ Url: target, Events: [] }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}
