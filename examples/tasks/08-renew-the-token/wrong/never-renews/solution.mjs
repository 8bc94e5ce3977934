/** A token does not last. */
export function createService({ baseUrl, fetch, clientId, clientSecret }) {
  let token;

  async function newToken() {
    const response = await fetch(`${baseUrl}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return (await response.json()).access_token;
  }

  const ask = (path) => fetch(`${baseUrl}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });

  return {
    async get(path) {
      token ??= await newToken();
      const answer = await ask(path);
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    },
  };
}
