import { expect, it } from 'vitest';
import { isOwnHost } from '../../../../sandbox/src/hosts/network/host-names.ts';

it.each([
  ['localhost:4400', '127.0.0.1', [], true],
  ['192.168.1.5:4400', '192.168.1.5', [], true],
  ['192.168.1.6:4400', '192.168.1.5', [], false],
  ['Shop-PC:4400', 'shop-pc', [], true],
  ['sandbox:4400', '127.0.0.1', ['Sandbox'], true],
  ['evil.sandbox', '127.0.0.1', ['sandbox'], false],
  ['10.0.0.1:4400', '0.0.0.0', [], true],
  ['[fe80::1]:4400', '::', [], true],
  ['[FD00::5]:4400', 'fd00::5', [], true],
  ['[fd00::6]:4400', 'fd00::5', [], false],
  ['evil.example', '0.0.0.0', [], false],
  ['evil.example', '::', [], false],
  [undefined, '127.0.0.1', [], false],
] as const)(
  'the host %s of a server that is bound to %s and allows %j is its own: %s',
  (name, bound, allowed, isOwn) => {
    expect(isOwnHost(name, bound, allowed)).toBe(isOwn);
  },
);
