import type { Socket } from 'node:net';
import { createSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { refuseBroken } from '../../../../sandbox/src/hosts/node/broken-requests.ts';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';

it.each([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_INVALID_TOKEN', 400],
  [undefined, 400],
])('HTTP that Node refuses by %s is answered with %i, and stands in the log', (code, status) => {
  const sandbox = createSandbox();
  const workspace = getWorkspaces(sandbox).main;
  let sent = '';
  const socket = { writable: true, bytesWritten: 0, end: (text: string) => (sent = text) };
  const rawPacket = Buffer.from('GET /api/v1/plans?a=1 HTTP/1.1\r\n');
  const error = Object.assign(new Error('broken'), { rawPacket, ...(code === undefined ? {} : { code }) });
  refuseBroken(workspace)(error, socket as unknown as Socket);
  expect(sent).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`));
  expect(workspace.traffic.log.list(0, 5)).toMatchObject([{ Path: '/api/v1/plans?a=1', Status: status }]);
  sandbox.close();
});
