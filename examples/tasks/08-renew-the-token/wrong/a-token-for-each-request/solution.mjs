/** A token for each request: it works, until the limit is reached. */
export function createService({ baseUrl, fetch, clientId, clientSecret }) {
  return {
    async get(path) {
      const response = await fetch(`${baseUrl}/oauth/token/`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const { access_token } = await response.json();
      const answer = await fetch(`${baseUrl}/api/v1${path}`, {
        headers: { Authorization: `Bearer ${access_token}` },
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    },
  };
}
