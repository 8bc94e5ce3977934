import { isLoopback } from '../../service/http/wire/same-site.ts';

/** A failure that is reported in one line; the command exits with 2. */
export class AccountError extends Error {}

/**
 * The address of a service, without a trailing slash. Requests contain secrets and customer data, so only this machine may
 * be used without https.
 *
 * @param option the option that contains it, for the message
 * @throws AccountError
 */
export function serviceUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new AccountError(`${option}: expected a URL such as https://billing.example.com.`);
  if (url.username !== '' || url.password !== '')
    throw new AccountError(
      `${option}: expected a URL without a password. Set the client secret in CLIENTLIB_CLIENT_SECRET.`,
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new AccountError(
      `${option}: ${url.host} is another machine and requires https. http is only allowed for this machine.`,
    );
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
