// Who may make, use and see a hosted workspace: the worker on workerd, asked as a client does.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminToken, type MadeWorkspace, startHosted } from './hosted.ts';

type Hosted = Awaited<ReturnType<typeof startHosted>>;

let hosted: Hosted;
let open: Hosted;
let blue: MadeWorkspace;
let red: MadeWorkspace;
beforeAll(async () => {
  hosted = await startHosted({ HOSTS: 'sandbox.example.com, *.example.org' });
  open = await startHosted({ OPEN_SIGN_UP: 'true' });
  blue = await hosted.make({ Name: 'blue' });
  red = await hosted.make();
});
afterAll(async () => {
  await hosted.close();
  await open.close();
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** As a client that chooses the header Host itself. */
function ask(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(hosted.url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('creating a workspace', () => {
  it('by open sign-up is limited for each address, with Retry-After', async () => {
    const limited = await startHosted({ OPEN_SIGN_UP: 'true' }, { signUpsAMinute: 2 });
    try {
      const answers: Awaited<ReturnType<typeof post>>[] = [];
      for (let at = 0; at < 3; at += 1) answers.push(await post(`${limited.url}/sandbox/workspaces`, {}));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
      expect([answers[2]?.json.Code, answers[2]?.headers.get('Retry-After')]).toEqual([
        'QuotaExceeded',
        '60',
      ]);
      // The administrator is not counted.
      expect((await post(`${limited.url}/sandbox/workspaces`, {}, bearer(adminToken))).status).toBe(201);
    } finally {
      await limited.close();
    }
  });

  it('is counted by address only from the header that the operator names', async () => {
    const from = (address: string) => ({ 'CF-Connecting-IP': address, 'X-Real-IP': `proxy ${address}` });
    const statuses = async (variables: Record<string, string>) => {
      const limited = await startHosted({ OPEN_SIGN_UP: 'true', ...variables }, { signUpsAMinute: 1 });
      try {
        const all: number[] = [];
        for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2'])
          all.push((await post(`${limited.url}/sandbox/workspaces`, {}, from(address))).status);
        return all;
      } finally {
        await limited.close();
      }
    };
    expect(await statuses({})).toEqual([201, 429, 429]);
    expect(await statuses({ CLIENT_IP_HEADER: 'X-Real-IP' })).toEqual([201, 201, 429]);
  });

  it('does not read a body that is too large', async () => {
    const Config = { Padding: 'x'.repeat(1_000_001) };
    const { status, json } = await post(`${open.url}/sandbox/workspaces`, { Config });
    expect([status, json.Code]).toEqual([413, 'TooLarge']);
  });

  it('requires the admin token', async () => {
    for (const headers of [{}, bearer('wrong'), bearer(''), { Authorization: `Basic ${adminToken}` }]) {
      const { status, json } = await post(`${hosted.url}/sandbox/workspaces`, {}, headers);
      expect([status, json.Code]).toEqual([401, 'LoginError']);
    }
  });

  it('returns the control token once, in a response that must not be cached', async () => {
    const { status, json, headers } = await post(`${hosted.url}/sandbox/workspaces`, {}, bearer(adminToken));
    expect(status).toBe(201);
    expect(json).toEqual({
      Name: expect.stringMatching(/^[0-9a-f]{32}$/),
      Url: `${hosted.url}/w/${json.Name}`,
      ControlToken: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(headers.get('Cache-Control')).toBe('no-store');
    const shown = await fetch(`${json.Url}/sandbox/snapshot`, { headers: bearer(json.ControlToken) });
    expect(await shown.text()).not.toContain(json.ControlToken);
  });

  it('rejects a name that is taken, invalid in a path, or unknown', async () => {
    const make = (body: object) => post(`${hosted.url}/sandbox/workspaces`, body, bearer(adminToken));
    expect((await make({ Name: 'blue' })).json).toMatchObject({ status: 409, Code: 'AlreadyExists' });
    expect((await make({ Name: 'a/b' })).json).toMatchObject({ status: 422, Errors: [{ Field: 'Name' }] });
    expect((await make({ Nam: 'x' })).json).toMatchObject({ status: 422 });
    expect((await make({ Clock: 'yesterday' })).json).toMatchObject({
      status: 422,
      Errors: [{ Field: 'clock' }],
    });
    expect((await make({ Config: { Acount: {} } })).json).toMatchObject({ status: 422 });
  });

  it('by open sign-up generates a name', async () => {
    const first = await post(`${open.url}/sandbox/workspaces`, {});
    const second = await post(`${open.url}/sandbox/workspaces`, {});
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json.Name).not.toBe(second.json.Name);
    expect((await post(`${open.url}/sandbox/workspaces`, { Name: 'mine' })).status).toBe(403);
  });

  it.each([{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])(
    'is refused to pages of other origins: %o',
    async (headers) => {
      expect((await post(`${open.url}/sandbox/workspaces`, {}, headers)).status).toBe(403);
    },
  );
});

describe('a hosted workspace', () => {
  const controlOf = (workspace: MadeWorkspace, headers: Record<string, string>) =>
    fetch(`${workspace.Url}/sandbox/events`, { headers }).then(({ status }) => status);

  it('opens its control API to its own token only', async () => {
    expect(await controlOf(blue, {})).toBe(401);
    expect(await controlOf(blue, bearer(red.ControlToken))).toBe(401);
    expect(await controlOf(blue, bearer(adminToken))).toBe(401);
    expect(await controlOf(blue, bearer(blue.ControlToken))).toBe(200);
    expect(await controlOf(blue, { ...bearer(blue.ControlToken), Origin: 'https://evil.example' })).toBe(403);
  });

  it('shows the inspector without anything that needs the token', async () => {
    const stream = (headers: Record<string, string>) => fetch(`${blue.Url}/sandbox/stream`, { headers });
    const refused = await stream({});
    expect(refused.status).toBe(401);
    const allowed = await stream(bearer(blue.ControlToken));
    expect([allowed.status, allowed.headers.get('Content-Type')]).toEqual([
      200,
      expect.stringMatching('text/event-stream'),
    ]);
    await allowed.body?.cancel();
    const page = await fetch(`${blue.Url}/`, { headers: { Accept: 'text/html' } });
    expect([page.status, (await page.text()).includes(blue.ControlToken)]).toEqual([200, false]);
  });

  it('streams what happens, and resumes after a broken connection', async () => {
    const streamed = async (lastEventId: string | undefined, wanted: string) => {
      const response = await fetch(`${blue.Url}/sandbox/stream`, {
        headers: {
          ...bearer(blue.ControlToken),
          ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
        },
      });
      const pieces = (response.body as ReadableStream<BufferSource>)
        .pipeThrough(new TextDecoderStream())
        .getReader();
      let text = '';
      const read = async () => {
        const { done, value } = await pieces.read();
        if (done) throw new Error(`The stream ended before ${wanted}: ${text}`);
        text += value;
      };
      await read();
      return {
        async untilWanted() {
          while (!text.includes(wanted)) await read();
          await pieces.cancel();
          return text;
        },
      };
    };
    const ask = (path: string) =>
      fetch(`${blue.Url}/sandbox/health?${path}`, { headers: bearer(blue.ControlToken) });
    const first = await streamed(undefined, 'health?first');
    await ask('first');
    const text = await first.untilWanted();
    const last = [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1];
    await ask('meanwhile');
    const second = await streamed(last, 'health?meanwhile');
    expect(await second.untilWanted()).not.toContain('health?first');
  });

  it('allows pages of any origin to call what ClientLib calls, and nothing else', async () => {
    const asked = (path: string, headers: Record<string, string> = {}) =>
      fetch(blue.Url + path, { headers: { Origin: 'https://shop.example', ...headers } });
    const open = await asked(
      '/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001',
    );
    expect([open.status, open.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    for (const path of ['/api/v1/plans', '/sandbox/events']) {
      const closed = await asked(path, bearer(blue.ControlToken));
      expect([path, closed.status, closed.headers.get('Access-Control-Allow-Origin')]).toEqual([
        path,
        403,
        null,
      ]);
    }
  });

  it('rejects the token of another workspace', async () => {
    const answer = await fetch(`${red.Url}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const plans = (url: string) => fetch(`${url}/api/v1/plans`, { headers: bearer(access_token) });
    expect((await plans(red.Url)).status).toBe(200);
    expect((await plans(blue.Url)).status).toBe(401);
  });

  it('is not created by guessing a name', async () => {
    for (let round = 0; round < 2; round += 1) {
      const answer = await fetch(`${hosted.url}/w/guessed/sandbox/health`);
      expect([answer.status, ((await answer.json()) as { Code: string }).Code]).toEqual([404, 'NotFound']);
    }
    expect((await fetch(`${hosted.url}/api/v1/plans`)).status).toBe(404);
  });

  it('has no nested workspaces', async () => {
    const inner = await fetch(`${blue.Url}/w/inner/sandbox/health`, { headers: bearer(blue.ControlToken) });
    expect(inner.status).toBe(404);
  });

  it('is deleted when the administrator removes it', async () => {
    const made = await hosted.make({ Name: 'short-lived' });
    const remove = (headers: Record<string, string>) =>
      fetch(`${hosted.url}/sandbox/workspaces/short-lived`, { method: 'DELETE', headers });
    expect((await remove(bearer(made.ControlToken))).status).toBe(401);
    expect((await remove(bearer(adminToken))).status).toBe(204);
    expect((await remove(bearer(adminToken))).status).toBe(404);
    expect((await fetch(`${made.Url}/clientlib.js`)).status).toBe(404);
    const again = await hosted.make({ Name: 'short-lived' });
    expect(await controlOf(again, bearer(made.ControlToken))).toBe(401);
  });
});

describe('the deployment', () => {
  it.each([
    ['localhost', 200],
    ['sandbox.example.com', 200],
    ['team.example.org', 200],
    ['example.org', 403],
    ['evil.example', 403],
    ['sandbox.example.com.evil.example', 403],
  ])('under the name %s answers %d', async (Host, status) => {
    expect(await ask('/sandbox/health', { Host })).toBe(status);
    expect(await ask('/w/blue/clientlib.js', { Host })).toBe(status);
  });
});
