/** The request of a client for an access token, by the client credentials grant (spec: Authentication 1 to 3). */
export function tokenRequest(
  client: { readonly ClientId?: string; readonly ClientSecret?: string | undefined } = {},
) {
  return {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${client.ClientId}:${client.ClientSecret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  };
}
