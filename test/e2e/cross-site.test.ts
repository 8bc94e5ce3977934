// Pages of another site, and of another port of this machine, that know the default credentials and even tokens: whatever
// a browser lets them try against a sandbox on its visitor's machine changes nothing and shows them nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedSandbox, startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessToken, backEnd, newContract } from '../sandbox/service/http/service.ts';
import { newPage } from './browser.ts';

let started: StartedSandbox;
/** A host with an empty page. */
let hostile: { readonly port: number; close(): Promise<void> };
let token: string;

beforeAll(async () => {
  started = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'cross-site' });
  const api = await backEnd(started.sandbox);
  await newContract(api);
  token = await accessToken(started.sandbox);
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Win a prize</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hostile = {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
});

afterAll(async () => {
  await hostile?.close();
  await started?.close();
});

/** Runs in the page: tries everything, and gives what it could read. It uses nothing of this file. */
const attack = async ([base, access]: readonly [string, string]): Promise<string[]> => {
  const read: string[] = [];
  const within = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work.catch(() => undefined), new Promise<undefined>((done) => setTimeout(done, 3000))]);
  const form =
    'grant_type=client_credentials&client_id=c00000000000000000000001&client_secret=sandbox-secret';
  const targets: [method: string, path: string, body?: string][] = [
    ['GET', '/'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/sandbox/health'],
    ['GET', '/sandbox/snapshot'],
    ['GET', '/sandbox/requests'],
    ['GET', `/api/v1/customers?access_token=${access}`],
    ['GET', '/w/evil/sandbox/health'],
    ['POST', '/sandbox/reset', '{}'],
    ['POST', '/sandbox/clock', '{"Advance":"P1Y"}'],
    ['POST', '/sandbox/workspaces', '{"Name":"evil"}'],
    ['POST', '/sandbox/faults', '{"Fault":{"Status":503}}'],
    ['POST', '/sandbox/tokens/revoke', '{}'],
    ['POST', '/oauth/token/', form],
    ['POST', '/w/evil/oauth/token/', form],
    ['POST', `/api/v1/customers?access_token=${access}`, '{"FirstName":"Eve"}'],
    ['POST', `/api/v1/webhooks?access_token=${access}`, '{"Url":"http://127.0.0.1:1/"}'],
    ['PUT', '/sandbox/snapshot', '{}'],
    ['DELETE', '/sandbox/faults'],
    ['DELETE', '/sandbox/mails'],
  ];
  // By fetch, with and without asking, by each content type that needs no permission and one that does.
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json'];
  for (const mode of ['cors', 'no-cors'] as const)
    for (const [method, path, body] of targets)
      for (const type of body === undefined ? [''] : types)
        for (const extra of [{}, { Authorization: `Bearer ${access}` }, { 'X-Sandbox-Fault': 'delay=0' }]) {
          const headers = { ...(type === '' ? {} : { 'Content-Type': type }), ...extra };
          const init = { method, mode, headers, credentials: 'include' as const };
          const text = await within(
            fetch(base + path, body === undefined ? init : { ...init, body }).then((answer) => answer.text()),
          );
          if (text !== undefined && text !== '')
            read.push(`fetch ${mode} ${method} ${path}: ${text.slice(0, 80)}`);
        }
  // Without a word of the page: beacons, forms, pictures, styles, frames, windows.
  for (const [method, path, body] of targets)
    if (method === 'POST') navigator.sendBeacon(base + path, new Blob([body ?? ''], { type: 'text/plain' }));
  const frame = document.createElement('iframe');
  frame.name = 'hidden';
  document.body.append(frame);
  for (const [method, path, body] of targets) {
    if (method !== 'POST') continue;
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
      const element = document.createElement('form');
      Object.assign(element, { method: 'post', action: base + path, enctype, target: 'hidden' });
      const pairs: readonly (readonly [string, string])[] = body?.startsWith('{')
        ? [[`${body.slice(0, -1)},"x":"`, '"}']]
        : [...new URLSearchParams(body)];
      for (const [name, value] of pairs) {
        const input = document.createElement('input');
        Object.assign(input, { name, value });
        element.append(input);
      }
      document.body.append(element);
      element.submit();
      await within(new Promise((loaded) => frame.addEventListener('load', loaded, { once: true })));
    }
  }
  for (const [method, path] of [...targets, ['GET', '/sandbox/stream'] as const]) {
    if (method !== 'GET') continue;
    for (const tag of ['img', 'script', 'iframe', 'embed'] as const) {
      const element = document.createElement(tag);
      const loaded = new Promise((done) => {
        element.addEventListener('load', done);
        element.addEventListener('error', done);
      });
      element.src = base + path;
      document.body.append(element);
      if (path !== '/sandbox/stream') await within(loaded);
      if (element instanceof HTMLIFrameElement) {
        let text = '';
        try {
          text = element.contentDocument?.body.textContent ?? '';
        } catch {
          // As it should be.
        }
        if (text !== '') read.push(`iframe ${path}: ${text.slice(0, 80)}`);
      }
      element.remove();
    }
    const style = document.createElement('link');
    Object.assign(style, { rel: 'stylesheet', href: base + path });
    document.head.append(style);
  }
  const source = new EventSource(`${base}/sandbox/stream`);
  await within(
    new Promise<void>((done) => {
      source.onerror = () => done();
      source.onopen = () => {
        read.push('EventSource opened');
        done();
      };
    }),
  );
  source.close();
  const socket = new WebSocket(`${base.replace('http', 'ws')}/sandbox/stream`);
  await within(
    new Promise<void>((done) => {
      socket.onerror = () => done();
      socket.onopen = () => {
        read.push('WebSocket opened');
        done();
      };
    }),
  );
  return read;
};

it.each([
  ['another site', '127.0.0.1', []],
  // Ports of one machine are one site: as for your shop, the first request there makes a workspace, and nothing else.
  ['another port of this machine', 'localhost', ['evil']],
])(
  'a page of %s reads nothing and changes nothing',
  async (_what, host, workspaces) => {
    // Each refusal is an error in the console of the page.
    const page = await newPage({ allowErrors: [/./] });
    await page.goto(`http://${host}:${hostile.port}/`);
    const before = started.sandbox.snapshot();
    const read = await page.evaluate(attack, [started.url, token] as const);
    expect(read).toEqual([]);
    const { Collections, ...position } = started.sandbox.snapshot();
    expect(Collections).toEqual(before.Collections);
    expect(position.Clock).toEqual(before.Clock);
    expect(started.sandbox.faults.list()).toEqual([]);
    expect(started.sandbox.workspaces()).toEqual(workspaces);
    // It has tried: the sandbox has seen and refused it.
    const log = await started.sandbox.fetch('http://localhost/sandbox/requests?take=1000');
    const seen = (await log.json()) as { Status: number; Method: string; Path: string }[];
    const refused = seen.filter(({ Status }) => Status === 403);
    expect(refused.length).toBeGreaterThan(20);
    for (const path of ['/sandbox/reset', '/sandbox/clock', '/oauth/token/'])
      expect(
        refused.some(({ Method, Path }) => Method === 'POST' && Path === path),
        path,
      ).toBe(true);
  },
  120_000,
);
