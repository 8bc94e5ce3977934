/** Opens the portal for a token that stands behind `#/` in the address, which no server sees. */
export const portalScript = `'use strict';
{
  const here = new URL(location.href);
  const token = /^#\\/?([\\w-]+)/.exec(here.hash)?.[1];
  if (token !== undefined) {
    here.hash = '';
    here.searchParams.set('selfServiceToken', token);
    location.replace(here.href);
  }
}
`;
