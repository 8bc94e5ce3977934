// The pictures of README.md and docs/inspector.md, from the running page: `node .ci/inspector-pictures.mjs`.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { chromium } from 'playwright';
import { ensureBuild } from './ensure-build.mjs';
import { findChromium } from './find-chromium.mjs';
import { drawingOf, movingPicture } from './moving-picture.mjs';
import { sandboxClient } from './sandbox-client.mjs';

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

const { api, signUpByCard } = await sandboxClient(service.url);

const ada = (FirstName) => ({
  FirstName,
  LastName: 'Lovelace',
  EmailAddress: 'ada@example.com',
  Address: { Country: 'DE' },
});

async function signUp(FirstName, PlanVariantId) {
  const order = await api('POST', '/api/v1/orders', {
    Customer: ada(FirstName),
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

/** A trial, renewals, a declined one that is retried, an upgrade and an end, as the clock moves. */
async function contractLife() {
  const ContractId = await signUpByCard('b00000000000000000000005', ada('Ada'));
  const page = await browser.newPage({ viewport: { width: 900, height: 700 }, colorScheme: 'light' });
  await page.goto(`${service.url}/#/contracts/${ContractId}`);
  const svg = page.locator('section.life > svg');
  const frames = [];
  const frame = async (caption) => {
    const { Now } = await api('GET', '/sandbox/clock');
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' });
    await svg.getByText(`now, ${day.format(new Date(Now))}`).waitFor();
    // The clock comes before what it has changed.
    for (let before = ''; before !== (await svg.innerHTML()); await page.waitForTimeout(700))
      before = await svg.innerHTML();
    frames.push({ caption, drawing: await svg.evaluate(drawingOf, `f${frames.length}-`) });
  };
  const advance = (Advance) => api('POST', '/sandbox/clock', { Advance });
  await frame('Signed up: a trial of 14 days');
  await advance('P14D');
  await frame('+14 days: the first invoice is paid');
  await advance('P1M');
  await frame('+1 month: renewed');
  await api('POST', '/sandbox/payments/next', {
    ContractId,
    Outcome: { Code: 'InsufficientBalance', Severity: 'Minor' },
  });
  await advance('P1M');
  await frame('+1 month: declined, a retry is planned');
  await advance('P1D');
  await frame('+1 day: the retry has paid');
  await advance('P1M');
  await frame('+1 month: renewed');
  await api('POST', `/api/v1/contracts/${ContractId}/end`, {});
  await frame('Canceled: it ends with the term');
  await advance('P2M');
  await frame('+2 months: ended');
  await page.close();
  await writeFile(
    'docs/pictures/contract-life.svg',
    movingPicture(frames, "A contract's life as the clock moves"),
  );
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
  await contractLife();
} finally {
  await browser.close();
  await service.close();
  receiver.close();
}
