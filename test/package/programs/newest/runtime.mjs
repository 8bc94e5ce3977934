// What a back end does with the package: it asks for a price, and verifies a webhook. `node runtime.mjs <service>`.
import { createRequire } from 'node:module';
import { configure, Signup } from 'clientlib';
import { verifyWebhook } from 'clientlib/webhooks';

const [, , baseUrl, ...signed] = process.argv;
configure({ baseUrl });
const { Order } = await new Signup().preview(
  { PlanVariantId: 'b00000000000000000000001' },
  { Address: { Country: 'AT' } },
);
const [secret, body, headers] = signed;
const request = (text) =>
  new Request('http://shop.test/webhooks', { method: 'POST', body: text, headers: JSON.parse(headers) });
const event = await verifyWebhook(request(body), secret);
const forged = await verifyWebhook(request(`${body} `), secret).catch(({ reason }) => reason);
const require = createRequire(import.meta.url);
const required = ['clientlib', 'clientlib/webhooks', 'clientlib/drop-in', 'clientlib/testing'].map(
  (entry) => Object.keys(require(entry)).length > 0,
);
console.log(JSON.stringify({ total: Order.TotalGross, event: event.Event, forged, required }));
process.exit(0);
