import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../../sandbox/src/hosts/network/public-address.ts';
import { isPrivateHost } from '../../../../sandbox/src/service/domain/webhooks/private-host.ts';
import { examples, fc } from '../../../properties.ts';

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
    'http://[5f00::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:93.184.216.34]/',
    'http://[64:ff9b::a00:1]/',
    'http://localhost:4400/',
    'http://LOCALHOST./',
    'http://shop.localhost/',
    'http://db.internal/',
    'http://db.internal./',
    'http://printer.local/',
    'http://3d-printer.local/',
    'http://intranet/',
    'http://shop1/',
  ])('%s is private', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(true);
  });

  it.each([
    'https://merchant.example.com/hook',
    'https://localhost.example.com/',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1::1]/',
    'http://[2001:db8::fc00]/',
  ])('%s is public', (url) => {
    expect(isPrivateHost(new URL(url).hostname)).toBe(false);
  });

  // Blocks for examples in documentation, for measurements and for name servers: nothing answers there.
  const nobody = [
    '192.0.2.0/24',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.175.48.0/24',
  ].map((block) => ipaddr.parseCIDR(block) as [ipaddr.IPv4, number]);

  it('is judged for IPv4 addresses as by ipaddr.js', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const first = fc.oneof(byte, fc.constantFrom(10, 100, 127, 169, 172, 192, 198));
    const second = fc.oneof(byte, fc.constantFrom(0, 15, 16, 18, 19, 31, 32, 63, 64, 127, 128, 168, 254));
    fc.assert(
      fc.property(first, second, byte, byte, (a, b, c, d) => {
        const address = ipaddr.IPv4.parse(`${a}.${b}.${c}.${d}`);
        fc.pre(!nobody.some((block) => address.match(block)));
        expect(isPrivateHost(address.toString())).toBe(!isPublicAddress(address.toString()));
      }),
      { numRuns: examples(5000) },
    );
  });

  it('is never public if ipaddr.js assigns the IPv6 address to a private range', () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constant(0));
    const start = fc.oneof(
      word,
      fc.constantFrom(0, 0x64, 0x2001, 0x2002, 0xfc00, 0xfd12, 0xfe80, 0xfec0, 0xff02),
    );
    const harmless = [
      'reserved',
      'as112v6',
      'amt',
      'orchid2',
      'droneRemoteIdProtocolEntityTags',
      'benchmarking',
      'discard',
      'rfc6145',
    ];
    fc.assert(
      fc.property(start, fc.array(word, { minLength: 7, maxLength: 7 }), (first, rest) => {
        const address = new ipaddr.IPv6([first, ...rest]);
        const { hostname } = new URL(`http://[${address.toString()}]/`);
        const range = address.range();
        // One that stands for an IPv4 address is never taken, whichever that is.
        const isPublic = isPublicAddress(address.toString()) && !address.isIPv4MappedAddress();
        if (isPublic) expect(isPrivateHost(hostname), hostname).toBe(false);
        else if (range !== 'unicast' && !harmless.includes(range))
          expect(isPrivateHost(hostname), `${hostname} ${range}`).toBe(true);
      }),
      { numRuns: examples(5000) },
    );
  });

  it.each(['not an address', '', '::ffff:10.0.0.1', '::1', '10.1.2.3', '100.64.1.1', '198.18.0.1'])(
    '%s is no public address',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  it.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is a public address', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});
