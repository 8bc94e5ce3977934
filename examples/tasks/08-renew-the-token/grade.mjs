import { baseUrl, failed, fetchOf, newSandbox } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox({ config: { Account: { TokenLifetime: 3600 } } });
  let tokens = 0;
  const fetch = (input, init) => {
    if (String(input?.url ?? input).includes('/oauth/token')) tokens += 1;
    return fetchOf(sandbox)(input, init);
  };
  const { createService } = await load();
  const client = { clientId: 'c00000000000000000000001', clientSecret: 'sandbox-secret' };
  const { get } = createService({ baseUrl, fetch, ...client });
  const list = async () => Array.isArray(await get('/planVariants').catch(() => undefined));
  const first = [await list(), await list(), await list()].every(Boolean);
  const ofFirst = tokens;
  await sandbox.clock.advance('P1D');
  const expired = await list();
  await sandbox.fetch(`${baseUrl}/sandbox/tokens/revoke`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  const revoked = await list();
  const ofRenewals = tokens;
  const missing = await get('/contracts/f00000000000000000000001').then(
    () => true,
    () => false,
  );
  return failed({
    'get must resolve with the answer.': first,
    'One token must do for many requests.': ofFirst === 1,
    'get must work after the token has expired.': expired,
    'get must work after the token was revoked.': revoked,
    'No token must be fetched that is not needed.': ofRenewals <= 3 && tokens === ofRenewals,
    'What does not exist must reject.': !missing,
  });
}
