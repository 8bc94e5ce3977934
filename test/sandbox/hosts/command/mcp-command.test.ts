import { afterEach, expect, it, vi } from 'vitest';
import { runMcp } from '../../../../sandbox/src/hosts/command/mcp-command.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each(['http://sandbox.example.com', 'http://10.0.0.7:4400', 'http://localhost.example.com'])(
  'sends no control token over http to %s',
  async (url) => {
    vi.stubEnv('CLIENTLIB_SANDBOX_CONTROL_TOKEN', 'a-control-token');
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(runMcp({ url, port: 4400 })).rejects.toThrow(
      `mcp with a control token: ${new URL(url).host} is another machine and requires https.`,
    );
    expect(fetched).not.toHaveBeenCalled();
  },
);
