import type { OpenWorkspace } from '../../sandbox/workspaces.ts';

/** Returns what a developer needs first, printed below the line with the sandbox's URL. */
export function greeting({ core }: OpenWorkspace, url: string): string {
  const { account } = core.tx;
  const [client] = account.OAuthClients;
  const [user] = account.ServiceUsers;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Inspector', `${url}/`],
    ['Public API key', account.Id],
    ['OAuth client', client && [client.ClientId, client.ClientSecret].filter(Boolean).join(' / ')],
    ['Service user', user && `${user.Username} / ${user.Password}`],
    ['Test card', '4111 1111 1111 1111, any name, any future date, CVC 123'],
    ['API reference', `${url}/docs`],
    ['Guides', `${url}/docs/guides`],
    ['Catalogue', `${url}/sandbox/catalog`],
  ];
  const lines = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name.padEnd(15)}${value}\n`],
  );
  return `\n${lines.join('')}\n`;
}
