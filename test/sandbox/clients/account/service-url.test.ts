import { describe, expect, it } from 'vitest';
import { AccountError, serviceUrl } from '../../../../sandbox/src/clients/account/service-url.ts';

const refusal = (text: string): string => {
  try {
    return serviceUrl(text, '--service');
  } catch (error) {
    expect(error).toBeInstanceOf(AccountError);
    return (error as Error).message;
  }
};

describe('the address of a service', () => {
  it.each([
    ['https://billing.example.com', 'https://billing.example.com'],
    ['https://billing.example.com/', 'https://billing.example.com'],
    ['https://billing.example.com/eu//', 'https://billing.example.com/eu'],
    ['https://billing.example.com/eu?x=1#y', 'https://billing.example.com/eu'],
    ['http://localhost:4400/', 'http://localhost:4400'],
    ['http://127.0.0.1:4400/w/mine/', 'http://127.0.0.1:4400/w/mine'],
  ])('%s is %s', (text, url) => {
    expect(serviceUrl(text, '--service')).toBe(url);
  });

  it.each([
    ['billing', '--service: expected a URL such as https://billing.example.com.'],
    ['ftp://billing.example.com', '--service: expected a URL such as https://billing.example.com.'],
    ...['ada@', ':hush@', 'ada:hush@'].map((user) => [
      `https://${user}billing.example.com`,
      '--service: expected a URL without a password. Set the client secret in CLIENTLIB_CLIENT_SECRET.',
    ]),
    [
      'http://billing.example.com:81/eu',
      '--service: billing.example.com:81 is another machine and requires https. http is only allowed for this machine.',
    ],
  ])('%s is refused, without what stands in it', (text, message) => {
    expect(refusal(text)).toBe(message);
  });
});
