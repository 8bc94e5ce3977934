import { isLoopback } from '../../service/http/wire/same-site.ts';

/**
 * Returns whether a request names this server as its host. A page of another site can make its own name resolve to
 * 127.0.0.1 (DNS rebinding), but its requests still carry that name.
 *
 * @param allowedHosts other names of this server, matched exactly
 */
export function isOwnHost(
  hostHeader: string | undefined,
  boundHost: string,
  allowedHosts: readonly string[] = [],
): boolean {
  if (hostHeader === undefined) return false;
  const name = hostHeader.replace(/:\d+$/, '').toLowerCase();
  if (isLoopback(name)) return true;
  if ([inUrl(boundHost), ...allowedHosts].some((own) => own.toLowerCase() === name)) return true;
  // Bound to all addresses, any address is ours, but a name is not.
  return (
    (boundHost === '0.0.0.0' || boundHost === '::') && /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])$/.test(name)
  );
}

/** An address as URLs and the header `Host` have it: an IPv6 address is in brackets there. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The workspace of `<name>.localhost`, for programs that accept a host but no path. */
export const workspaceNamedBy = (host = ''): string | undefined =>
  /^(.+)\.localhost(:\d+)?$/i.exec(host)?.[1];

/**
 * Returns whether a name belongs to the deployment. The local machine always does.
 *
 * @param hosts comma-separated names; `*.example.com` matches all subdomains
 */
export function isDeploymentHost(name: string, hosts: string | undefined): boolean {
  if (isLoopback(name)) return true;
  const own = (hosts ?? '')
    .toLowerCase()
    .split(',')
    .map((host) => host.trim());
  return own.some((host) => (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host));
}
