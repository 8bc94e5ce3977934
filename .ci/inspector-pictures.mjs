// The pictures of docs/inspector.md, from the running page: `node .ci/inspector-pictures.mjs`.
import { createServer } from 'node:http';
import { chromium } from 'playwright';
import { ensureBuild } from './ensure-build.mjs';
import { findChromium } from './find-chromium.mjs';

ensureBuild();
const { startSandbox } = await import('../sandbox/dist/index.js');

let failing = false;
const receiver = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(failing ? 500 : 200).end());
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const webhooks = [`http://127.0.0.1:${receiver.address().port}/webhooks`];
const service = await startSandbox({ port: 0, clock: '2026-02-15T09:00:00Z', seed: 'pictures', webhooks });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

const login = await fetch(`${service.url}/oauth/token/`, {
  method: 'POST',
  headers: {
    Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials',
});
const { access_token: token } = await login.json();

async function api(method, path, body) {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      ...(path.startsWith('/api/') ? { Authorization: `Bearer ${token}` } : {}),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

async function signUp(FirstName, PlanVariantId) {
  const order = await api('POST', '/api/v1/orders', {
    Customer: {
      FirstName,
      LastName: 'Lovelace',
      EmailAddress: 'ada@example.com',
      Address: { Country: 'DE' },
    },
    Cart: { PlanVariantId },
  });
  return api('POST', `/api/v1/orders/${order.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
}

async function picture(name, view, prepare) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 640 }, colorScheme: 'light' });
  await page.goto(`${service.url}/#/${view}`);
  await page.locator('html[data-connection="live"]').waitFor({ state: 'attached' });
  await prepare(page);
  await page.screenshot({ path: `docs/pictures/inspector-${name}.png` });
  await page.close();
}

try {
  const contract = await signUp('Ada', 'b00000000000000000000005');
  await picture('activity', 'activity', async (page) => {
    await api('POST', '/sandbox/clock', { Advance: 'P14D' });
    failing = true;
    await signUp('Grace', 'b00000000000000000000001');
    await api('GET', '/api/v1/contracts/nowhere').catch(() => {});
    const row = page.locator('li.row.group', { hasText: '/commit' }).first();
    await row.getByText(/failed/).waitFor();
    await row.getByRole('button').click();
    failing = false;
  });
  await api('POST', '/sandbox/clock', { Advance: 'P3M' });
  await api('POST', `/api/v1/contracts/${contract.Id}/payment`, { Amount: 70, Description: 'Bank transfer' });
  await api('POST', '/sandbox/clock', { Advance: 'P10D' });
  await picture('contract', `contracts/${contract.Id}`, (page) =>
    page.getByRole('group', { name: /[1-9]\d* billed periods/ }).waitFor(),
  );
  const [mail] = await api('GET', '/sandbox/mails?eventType=InvoiceCreated');
  await picture('mails', `mails/${mail.Id}`, (page) =>
    page.frameLocator('iframe.mail').getByText('Lovelace').waitFor(),
  );
  await picture('playground', 'playground', async (page) => {
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Sign up' }).click();
    await frame.getByText(/^Signed up/).waitFor();
  });
} finally {
  await browser.close();
  await service.close();
  receiver.close();
}
