import { describe, expect, it } from 'vitest';
import { isPrivateHost } from '../../../sandbox/src/domain/webhooks/private-host.ts';

describe('the target of a webhook', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1:8080/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://localhost:4400/',
    'http://LOCALHOST./',
    'http://shop.localhost/',
    'http://db.internal/',
    'http://printer.local/',
    'http://intranet/',
  ])('%s is private', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(true);
  });

  it.each(['https://merchant.example.com/hook', 'http://93.184.216.34/', 'http://[2606:2800:220:1::1]/'])(
    '%s is public',
    (url) => {
      expect(isPrivateHost(new URL(url).hostname)).toBe(false);
    },
  );
});
