/*
 * Whole signups of a built folder, in process by ClientLib, and then years of renewals:
 *   node --expose-gc signups.mjs <folder> <account | card> <signups> <years>
 * Prints microseconds of processor time and bytes of heap, for each signup and for each contract-year.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, bearer, count, years] = process.argv.slice(2);
const built = (path) => import(pathToFileURL(resolve(folder, path)).href);
const { createSandbox } = await built('sandbox/dist/index.js');
const { configure, Payment, Signup } = await built('sdk/dist/index.js');

const data = {
  account: { bearer: 'InvoicePayment' },
  card: {
    bearer: 'CreditCard:FakePSP',
    cardNumber: '4111111111111111',
    expiryMonth: '12',
    expiryYear: String(new Date().getFullYear() + 20),
    cardHolder: 'Ada Lovelace',
    cvc: '123',
  },
}[bearer];
const cart = { PlanVariantId: 'b00000000000000000000001' };
const customer = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };

const sandbox = createSandbox({ clock: '2026-01-01T00:00:00Z', seed: 'signups', timers: false });
configure({ baseUrl: 'http://sandbox', fetch: sandbox.fetch });
const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
await payment.ready;

async function signUp() {
  const signup = new Signup();
  await signup.preview(cart, customer);
  const order = await signup.createOrder(cart, customer);
  await signup.paySignupInteractive(payment, data, order);
}

/** What a call costs: processor time, with that of the garbage collector's threads, and what of the heap stays. */
async function measured(work) {
  globalThis.gc();
  const heap = process.memoryUsage().heapUsed;
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  globalThis.gc();
  return { micros: user + system, bytes: process.memoryUsage().heapUsed - heap };
}

const per = ({ micros, bytes }, times) => ({ micros: micros / times, bytes: bytes / times });

// The engine's compiler is done with what a signup runs after some hundred.
for (let at = 0; at < 300; at += 1) await signUp();
const signups = await measured(async () => {
  for (let at = 0; at < Number(count); at += 1) await signUp();
});
const contracts = 300 + Number(count);
const renewals = await measured(() => sandbox.clock.advance(`P${years}Y`));
console.log(
  JSON.stringify({ signup: per(signups, Number(count)), year: per(renewals, contracts * Number(years)) }),
);
sandbox.close();
