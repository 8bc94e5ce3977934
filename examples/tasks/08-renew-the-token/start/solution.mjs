export function createService({ baseUrl, fetch, clientId, clientSecret }) {
  return {
    async get(path) {
      throw new Error('Not implemented.');
    },
  };
}
