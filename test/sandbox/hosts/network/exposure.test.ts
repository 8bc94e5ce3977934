import { request } from 'node:http';
import { connect } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { createSandbox, type StartOptions, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isDeploymentHost } from '../../../../sandbox/src/hosts/network/host-names.ts';
import { startReceiver } from '../../service/delivery/receiver.ts';

let started: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  started = await startSandbox({ port: 0, controlToken: 'let-me-in' });
});
afterAll(() => started.close());

/** As a browser or another client sends it: `fetch` would set Host and Origin itself. */
function ask(
  path: string,
  headers: Record<string, string | string[]>,
  method = 'GET',
): Promise<{ status: number; text: string }> {
  const { port } = new URL(started.url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

const bearer = { Authorization: 'Bearer let-me-in' };

describe('the control API', () => {
  it('requires its token if one is set', async () => {
    expect((await ask('/sandbox/health', {})).status).toBe(401);
    expect((await ask('/sandbox/health', { Authorization: 'Bearer let-me-out' })).status).toBe(401);
    expect((await ask('/sandbox/health', bearer)).status).toBe(200);
    // The service itself has nothing to do with it.
    expect((await ask('/openapi.json', {})).status).toBe(200);
  });

  it.each([
    [['Bearer let-me-in', 'Bearer let-me-out'], 401],
    [['Bearer let-me-out', 'Bearer let-me-in'], 401],
    [['Bearer let-me-in'], 200],
  ])('takes no token out of two: %j is answered %i', async (Authorization, status) => {
    expect((await ask('/sandbox/health', { Authorization })).status).toBe(status);
  });

  it.each(['/sandbox/snapshot', '/w/other/sandbox/snapshot', '//Sandbox//snapshot/'])(
    'refuses a page of another origin: %s',
    async (path) => {
      started.sandbox.workspace('other');
      const refused = await ask(path, { ...bearer, Origin: 'https://evil.example' });
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('other origins');
      expect((await ask(path, { ...bearer, Origin: 'null' })).status).toBe(403);
      expect((await ask(path, { ...bearer, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
      expect(
        (await ask(path, { ...bearer, Origin: started.url, Host: new URL(started.url).host })).status,
      ).toBe(200);
    },
  );

  it('does not allow browsers to call from another origin', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const { port } = new URL(started.url);
    const response = await fetch(`http://127.0.0.1:${port}/sandbox/reset`, { method: 'OPTIONS', headers });
    expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false);
    const path = 'api/v1/CustomerSelfService/signup/pay';
    const open = await fetch(`http://127.0.0.1:${port}/${path}`, { method: 'OPTIONS', headers });
    expect(open.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});

describe('the host name of a request', () => {
  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:4400', '10.0.0.1'])(
    'is refused when it is not its own: "%s"',
    async (Host) => {
      expect((await ask('/openapi.json', { Host })).status).toBe(403);
    },
  );

  it.each(['localhost', 'localhost:1234', '127.0.0.1', '[::1]:80', 'shop.localhost'])(
    'is taken when it means this machine: %s',
    async (Host) => {
      expect((await ask('/openapi.json', { Host })).status).toBe(200);
    },
  );
});

it('a server by itself is for this machine: no other address of it answers', async () => {
  const { port } = new URL(started.url);
  const ofNetworks = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
    .map(({ address }) => address);
  // All of 127.0.0.0/8 is this machine: who listens on every address answers there, too.
  for (const host of ['127.0.0.2', '::1', ...ofNetworks]) {
    const socket = connect({ host, port: Number(port), timeout: 2000 });
    const outcome = await new Promise((resolve) => {
      for (const event of ['connect', 'error', 'timeout']) socket.on(event, () => resolve(event));
    });
    socket.destroy();
    expect([host, outcome]).not.toEqual([host, 'connect']);
  }
});

describe('a server beyond this machine', () => {
  it('does not start without a token, unless the network is declared safe', async () => {
    await expect(startSandbox({ prot: 0 } as never)).rejects.toThrow(
      'startSandbox option prot: is not known; did you mean port?',
    );
    await expect(startSandbox({ port: 0, host: '0.0.0.0' })).rejects.toThrow(/--control-token.*--insecure/);
    const open = await startSandbox({ port: 0, host: '0.0.0.0', insecure: true });
    const { port } = new URL(open.url);
    expect((await fetch(`http://127.0.0.1:${port}/sandbox/health`)).status).toBe(200);
    await open.close();
    const guarded = await startSandbox({ port: 0, host: '0.0.0.0', controlToken: 'x' });
    expect((await fetch(`http://127.0.0.1:${new URL(guarded.url).port}/sandbox/health`)).status).toBe(401);
    await guarded.close();
  });
});

describe('a sandbox', () => {
  it.each([
    [{ host: '0.0.0.0' }, true],
    [{ host: '0.0.0.0', exposed: false }, false],
    [{ host: '0.0.0.0', privateWebhooks: true }, true],
    [{}, false],
    [{ exposed: true }, true],
  ])('with %j is for others too: %s', async (options: StartOptions, isExposed) => {
    const open = await startSandbox({ port: 0, insecure: true, ...options });
    onTestFinished(open.close);
    // Webhooks stay out of this machine's network.
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const made = open.sandbox.rest('POST', '/webhooks', { Url: receiver.url, Events: ['CustomerCreated'] });
    const isKeptOut = isExposed && options.privateWebhooks !== true;
    if (isKeptOut) await expect(made).rejects.toThrow('422');
    else await made;
    await open.sandbox.rest('POST', '/customers', { FirstName: 'Ada' });
    await open.sandbox.settle();
    expect(receiver.arrivals).toHaveLength(isKeptOut ? 0 : 1);
    // A stranger makes no workspaces.
    const { port } = new URL(open.url);
    const first = await fetch(`http://127.0.0.1:${port}/w/new/sandbox/health`);
    expect(first.status).toBe(isExposed ? 404 : 200);
  });
});

it.skipIf(
  !Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.family === 'IPv6'),
)('a sandbox at an IPv6 address has a URL that can be asked', async () => {
  const open = await startSandbox({ port: 0, host: '::', insecure: true });
  onTestFinished(open.close);
  expect(open.url).toMatch(/^http:\/\/\[::\]:\d+$/);
  expect((await fetch(`${open.url}/sandbox/health`)).status).toBe(200);
  expect(await open.sandbox.signUp()).toMatchObject({ ContractId: expect.any(String) });
});

describe('the log of requests', () => {
  it('contains no secret, whatever its case and place', async () => {
    const sandbox = createSandbox();
    const secrets = ['s3cr3t-access', 's3cr3t-self', 's3cr3t-token', 's3cr3t-client', 's3cr3t-basic'];
    const [access, self, token, client, basic] = secrets;
    await sandbox.fetch(`http://sandbox/api/v1/orders?access_token=${access}&take=1`);
    await sandbox.fetch(`http://sandbox/api/v1/orders?ACCESS_TOKEN=${access}`);
    await sandbox.fetch(`http://sandbox/api/v1/CustomerSelfService/contract?selfServiceToken=${self}`);
    await sandbox.fetch(`http://sandbox/api/v1/plans?secret=${token}&client_secret=${client}`, {
      headers: { Authorization: `Basic ${btoa(`c:${basic}`)}` },
    });
    await sandbox.fetch('http://sandbox/api/v1/customers/4111111111111111');
    const text = await (await sandbox.fetch('http://sandbox/sandbox/requests')).text();
    expect(JSON.parse(text)).toHaveLength(5);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toContain('4111111111111111');
    expect(text).toContain('access_token=***&take=1');
    sandbox.close();
  });
});

it.each([
  ['sandbox.example.com', true],
  ['a.preview.test', true],
  ['a.b.preview.test', true],
  ['preview.test', false],
  ['notpreview.test', false],
  ['notsandbox.example.com', false],
  ['localhost', true],
])('of a deployment, the host %s is its own: %s', (name, isOwn) => {
  expect(isDeploymentHost(name, 'sandbox.example.com, *.Preview.test')).toBe(isOwn);
});

describe('the host names of a sandbox', () => {
  it('are this machine, its name, the host of a container, and what --allowed-host names, exactly', async () => {
    const named = await startSandbox({
      port: 0,
      host: '127.0.0.1',
      allowedHosts: ['sandbox', 'Billing.test'],
    });
    const { port } = new URL(named.url);
    const statusAt = (Host: string) =>
      new Promise<readonly [number | undefined, string]>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path: '/sandbox/health', headers: { Host } }, (response) => {
          let text = '';
          response.on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve([response.statusCode, text]));
        })
          .on('error', reject)
          .end();
      });
    for (const own of ['sandbox:4400', 'SANDBOX', 'billing.test', 'host.docker.internal:4400', hostname()])
      expect([own, (await statusAt(own))[0]]).toEqual([own, 200]);
    for (const foreign of ['evil.test', 'sandbox.evil.test', 'xsandbox', 'docker.internal']) {
      const [status, text] = await statusAt(`${foreign}:4400`);
      expect([status, text.includes(`start it with --allowed-host ${foreign}.`)]).toEqual([403, true]);
    }
    await named.close();
  });
});
