// The example shop against a hosted workspace, unchanged: in Chromium, on workerd with the built worker.
import { expect, it } from 'vitest';
import { startEngine } from '../../examples/hosted/engine.mjs';
import { startShop } from '../../examples/start.mjs';
import { newPage } from './browser.ts';

it('takes a signup by card to an active account', async () => {
  const engine = await startEngine({ variables: { OPEN_SIGN_UP: 'true', PRIVATE_TARGETS: 'true' } });
  try {
    const made = await fetch(`${engine.url}/sandbox/workspaces`, { method: 'POST' });
    const { Url, ControlToken } = (await made.json()) as { Url: string; ControlToken: string };
    const { shop, close } = await startShop({ sandboxUrl: Url, shopPort: 0, backendPort: 0 });
    try {
      const page = await newPage();
      await page.goto(shop.url);
      await page.getByLabel('Card', { exact: true }).waitFor();
      const details = {
        'E-mail': 'ada@example.com',
        'First name': 'Ada',
        'Last name': 'Lovelace',
        Street: 'Hauptstraße',
        'Postal code': '10117',
        City: 'Berlin',
        'Card number': '4111 1111 1111 1111',
        'Valid until': '12/29',
        'Security code': '123',
        'Name on the card': 'Ada Lovelace',
      };
      for (const [label, value] of Object.entries(details)) await page.getByLabel(label).fill(value);
      await page.getByLabel('Number', { exact: true }).fill('5');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await page.getByText('Your account is active.').waitFor();
      const headers = { Authorization: `Bearer ${ControlToken}` };
      const events = await (await fetch(`${Url}/sandbox/events`, { headers })).json();
      expect((events as { Event: string }[]).map(({ Event }) => Event)).toEqual(
        expect.arrayContaining(['OrderSucceeded', 'ContractCreated', 'PaymentSucceeded']),
      );
    } finally {
      await close();
    }
  } finally {
    await engine.close();
  }
});
