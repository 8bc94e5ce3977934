import { describe, expect, it } from 'vitest';
import { printed, started } from './node.ts';

const health = `
  const sandbox = await createSandbox();
  const response = await sandbox.fetch(new Request('http://sandbox.test/sandbox/health'));
  console.log(JSON.stringify({ status: response.status, ...(await response.json()) }));
`;

describe('clientlib-sandbox, packed and installed', () => {
  it('answers in process', async () => {
    const program = `import { createSandbox } from 'clientlib-sandbox'; ${health}`;
    expect(await printed('sandbox.mjs', program)).toMatchObject({ status: 200, Status: 'ok' });
  });

  it('serves the script of the SDK', async () => {
    const program = `
      import { createSandbox } from 'clientlib-sandbox';
      import { readFile } from 'node:fs/promises';
      const response = await (await createSandbox()).fetch(new Request('http://sandbox.test/clientlib.js'));
      const released = await readFile(new URL('node_modules/clientlib/dist/clientlib.js', import.meta.url), 'utf8');
      const code = (text) => text.split('//# sourceMappingURL')[0].trim();
      const type = response.headers.get('Content-Type');
      console.log(JSON.stringify({ type, same: code(await response.text()) === code(released) }));
    `;
    expect(await printed('script.mjs', program)).toEqual({
      type: expect.stringMatching(/^text\/javascript/),
      same: true,
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('runs as a command and ends on %s', async (signal) => {
    const { line, end } = await started('clientlib-sandbox', '--port', '0');
    const url = /^clientlib-sandbox ready at (http:\/\/localhost:\d+)$/.exec(line ?? '')?.[1];
    try {
      expect(url, line).toBeDefined();
      const response = await fetch(`${url}/sandbox/health`);
      expect(await response.json()).toMatchObject({ Status: 'ok' });
    } finally {
      expect(await end(signal)).toEqual({ code: 0, signal: null });
    }
  });
});
