import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type StartedSandbox, startSandbox } from '../../../../sandbox/src/hosts/node/node.ts';
import { Workspaces } from '../../../../sandbox/src/sandbox/workspaces.ts';

/* Requests as they come over a wire, some of which no `fetch` would send. */

let service: StartedSandbox;

beforeAll(async () => {
  service = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
});
afterAll(() => service.close());

/** Sends the text as it is and resolves with everything that comes until the service, or the last answer, ends it. */
function exchange(
  text: string,
  until = /\r\n\r\n/,
  port = Number(new URL(service.url).port),
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (until.test(received)) socket.end();
    });
    socket.on('close', () => resolve(received)).on('error', reject);
    socket.write(text);
  });
}

/** A connection whose other end says how much has arrived, so that a client can be slow without a clock. */
async function observed() {
  const client = connect(Number(new URL(service.url).port), '127.0.0.1');
  const inService = await new Promise<Socket>((resolve) => {
    const take = (message: unknown) => {
      unsubscribe('net.server.socket', take);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe('net.server.socket', take);
  });
  return {
    client,
    arrived: (bytes: number) => vi.waitUntil(() => inService.bytesRead === bytes, { interval: 1 }),
    close: () => client.destroy(),
  };
}

/** A body in chunks of seven bytes. */
const chunks = (body: string) =>
  `${(body.match(/.{1,7}/gs) ?? []).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;

const head = (line: string, ...headers: string[]) =>
  `${[line, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

it('a request that comes while a sandbox starts is answered when all that fell due is done', async () => {
  const early = await startSandbox({ port: 0 });
  const port = Number(new URL(early.url).port);
  await early.close();
  let done = () => {};
  const due = new Promise<void>((resolve) => {
    done = resolve;
  });
  const catchUp = vi.spyOn(Workspaces.prototype, 'catchUp').mockReturnValue(due);
  onTestFinished(() => catchUp.mockRestore());
  const starting = startSandbox({ port });
  const order: string[] = [];
  // What is no HTTP is refused at once: where that is, everything before has come.
  const refused = () => exchange('no HTTP\r\n\r\n', undefined, port);
  await vi.waitFor(refused);
  const asked = exchange(head('GET /sandbox/health HTTP/1.1'), undefined, port).then(() =>
    order.push('answered'),
  );
  for (let at = 0; at < 2; at += 1) expect(await refused()).toMatch(/^HTTP\/1.1 400 /);
  order.push('done');
  done();
  await asked;
  expect(order).toEqual(['done', 'answered']);
  await (await starting).close();
});

describe('a request over the wire', () => {
  it.each(['localhost', 'evil.example'])('with a second host, %s, is refused', async (host) => {
    const answer = await exchange(head('GET /sandbox/health HTTP/1.1', `Host: ${host}`));
    expect(answer).toMatch(/^HTTP\/1.1 40[03] /);
  });

  it('may name the whole URL, as for a proxy', async () => {
    const answer = await exchange(head('GET http://localhost/sandbox/health HTTP/1.1'), /"ok"/);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is rejected if its target is neither a path nor a URL', async () => {
    expect(await exchange(head('OPTIONS * HTTP/1.1'), /Code/)).toMatch(/^HTTP\/1\.1 400 .*InvalidData/s);
  });

  it('that is not valid HTTP has its reason in the response and in the log', async () => {
    const line = 'POST /api/v1/orders?access_token=s3cr3t-token HTTP/1.1';
    const answer = await exchange(
      `${head(line, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`,
      /\}/,
    );
    const Message = "The request is not valid HTTP: Content-Length can't be present with Transfer-Encoding.";
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({ Code: 'InvalidData', Message });
    const log = await service.sandbox.fetch('http://sandbox/sandbox/requests');
    expect(((await log.json()) as object[])[0]).toMatchObject({
      Method: 'POST',
      Path: '/api/v1/orders?access_token=***',
      Status: 400,
      Error: { Code: 'InvalidData', Message },
    });
  });

  it('with a head that is too large is in the log too', async () => {
    expect(await exchange(head('GET /sandbox/health HTTP/1.1', `X: ${'x'.repeat(20_000)}`), /\}/)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  it('to <name>.localhost is one to the workspace of this name', async () => {
    const host = `shop.localhost:${new URL(service.url).port}`;
    const ask = (line: string) =>
      exchange(`${line} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`, /\}\s*$/);
    expect(await ask('GET /api/v1/nothing')).toMatch(/^HTTP\/1\.1 404 /);
    expect(service.sandbox.workspaces()).toEqual([]);
    expect(await ask('GET /')).toContain(`"http://${host}/oauth/token/"`);
    expect(service.sandbox.workspaces()).toEqual(['shop']);
    // A path below /w/ says more than the host.
    expect(await ask('GET /w/other/')).toContain(`"http://${host}/w/other/oauth/token/"`);
    expect(service.sandbox.workspaces()).toEqual(['shop', 'other']);
    for (const name of ['shop', 'other']) service.sandbox.removeWorkspace(name);
  });

  it('cannot traverse with dots', async () => {
    expect(await exchange(head('GET /api/../nowhere HTTP/1.1'), /Code/)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('with two tokens is unauthenticated', async () => {
    const line = 'GET /api/v1/contracts HTTP/1.1';
    const answer = await exchange(head(line, 'Authorization: Bearer a', 'Authorization: Bearer b'), /Code/);
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*malformed/s);
  });

  it.each([
    ['announced', 'Content-Length: 100', '{"Cart":'],
    ['streamed', 'Transfer-Encoding: chunked', '8\r\n{"Cart":\r\n'],
  ])('with an interrupted body (%s) is not a bug of the sandbox', async (_, length, part) => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const path = '/api/v1/CustomerSelfService/signup/preview';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const log = async () => (await service.sandbox.fetch('http://sandbox/sandbox/requests')).json();
    const [last] = (await log()) as { Id: number }[];
    socket.write(head(`POST ${path} HTTP/1.1`, 'Content-Type: application/json', length) + part, () =>
      socket.destroy(),
    );
    await expect
      .poll(async () => ((await log()) as { Id: number }[]).filter(({ Id }) => Id > (last?.Id ?? 0)))
      .toContainEqual(expect.objectContaining({ Path: path, Status: 400 }));
    expect(complaint).not.toHaveBeenCalled();
    complaint.mockRestore();
  });

  it('with a body that is too large gets its response, and so does the next on the connection', async () => {
    const part = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
    const json = 'Content-Type: application/json';
    const large = head('POST /sandbox/clock HTTP/1.1', json, 'Transfer-Encoding: chunked');
    const next = head('GET /sandbox/health HTTP/1.1');
    const answer = await exchange(`${large}${part.repeat(12)}0\r\n\r\n${next}`, /"Status":"ok"/);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s);
  });

  it('with a chunked body is read whole and once', async () => {
    const body = '{"Token":"nobody"}';
    const parts = [...body].map((char) => `1\r\n${char}\r\n`).join('');
    const { sandbox } = service;
    const grant =
      'grant_type=client_credentials&client_id=c00000000000000000000001&client_secret=sandbox-secret';
    await sandbox.fetch('http://sandbox/oauth/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: grant,
    });
    const line = head(
      'POST /sandbox/tokens/revoke HTTP/1.1',
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    );
    expect(await exchange(`${line}${parts}0\r\n\r\n`, /Revoked/)).toMatch(/\{"Revoked":0\}/);
  });

  it('is answered in order if several arrive in one packet', async () => {
    const both = head('GET /sandbox/health HTTP/1.1') + head('GET /nowhere HTTP/1.1');
    expect(await exchange(both, /"Code":"NotFound"/)).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 404 /s);
  });

  it.each(
    ['/%', '/api/v1/orders/%E0%A4%A', '/w/%2e%2e/x', '//', '/\\evil', '/?%'].flatMap((target) => [
      ['GET', target],
      ['POST', target],
    ]),
  )('%s of the odd target %s gets no 5xx and changes nothing', async (method, target) => {
    const before = service.sandbox.snapshot();
    const answer = await exchange(`${head(`${method} ${target} HTTP/1.1`, 'Content-Length: 2')}{}`);
    // The root, as which some of them are read, answers a GET.
    const status = method === 'GET' && /^\/(\/|\?%)$/.test(target) ? '200' : '4\\d\\d';
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(service.sandbox.snapshot()).toEqual(before);
  });

  it.each([
    ['announced', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
    ['streamed', (body: string) => `Transfer-Encoding: chunked\r\n\r\n${chunks(body)}`],
  ])('that arrives slowly (%s) acts once, when it is complete', async (_, framed) => {
    const order = JSON.stringify({
      Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    });
    const path = '/api/v1/CustomerSelfService/signup/order';
    const text = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framed(order)}`;
    const before = service.sandbox.snapshot();
    const orders = () => service.sandbox.snapshot().Collections['orders']?.length ?? 0;
    const placed = orders();
    const { client, arrived, close } = await observed();
    let received = '';
    client.on('data', (chunk) => {
      received += chunk;
    });
    for (let at = 0; at < text.length; at += 16) {
      expect([received, service.sandbox.snapshot()]).toEqual(['', before]);
      client.write(text.slice(at, at + 16));
      await arrived(Math.min(at + 16, text.length));
    }
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 200 .*"OrderId"/s);
    expect(orders()).toBe(placed + 1);
    close();
  });

  it('with a Content-Length that is too large gets its response, and so does the next on the connection', async () => {
    const size = 5_000_000;
    const large = head('POST /sandbox/clock HTTP/1.1', `Content-Length: ${size}`);
    const answer = await exchange(
      large + 'x'.repeat(size) + head('GET /sandbox/health HTTP/1.1'),
      /"Status":"ok"/,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*HTTP\/1\.1 200 /s);
  });
});
