/** A guide with the address of this sandbox in place of the default one, so that its commands run as they are. */
export const atAddress = (baseUrl: string, guide: string): string =>
  guide
    .replaceAll('http://localhost:4400', baseUrl)
    .replaceAll('localhost:4400', baseUrl.replace(/^https?:\/\//, ''));
