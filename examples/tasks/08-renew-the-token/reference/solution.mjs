export function createService({ baseUrl, fetch, clientId, clientSecret }) {
  let token;

  async function newToken() {
    const response = await fetch(`${baseUrl}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    if (!response.ok) throw new Error(`No token: ${response.status}`);
    return (await response.json()).access_token;
  }

  const ask = async (path) =>
    fetch(`${baseUrl}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });

  return {
    async get(path) {
      token ??= await newToken();
      let response = await ask(path);
      if (response.status === 401) {
        token = await newToken();
        response = await ask(path);
      }
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return response.json();
    },
  };
}
