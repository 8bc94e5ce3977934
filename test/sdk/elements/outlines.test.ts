// @vitest-environment happy-dom
// The payment form as a whole, method by method: each element, attribute, state and text, compared with a reviewed file. After an
// intended change:
//   npx vitest run --project unit test/sdk/elements/outlines.test.ts --update
import { beforeEach, expect, it, vi } from 'vitest';
import { openDialog } from '../../../sdk/src/providers/challenge-dialog.ts';
import { fakeServiceForEachTest, paymentMethods, problem } from '../fake-service.ts';
import { outlineOf } from '../outline.ts';
import { ask, connected, opened, told, type } from './internal/opened-form.ts';

const service = fakeServiceForEachTest();
const all = Object.keys(paymentMethods.Flows);
const expectOutline = (name: string, place: Node = document.body) =>
  expect(outlineOf(place)).toMatchFileSnapshot(`outlines/${name}.txt`);

beforeEach(() => {
  document.body.replaceChildren();
  service.current.on('GET paymentMethods', { ...paymentMethods, CreditorId: 'DE98ZZZ09999999999' });
});

it('the form of several methods, and what is wrong in it', async () => {
  const inside = await opened({ paymentmethods: all, cardtypes: ['visa', 'amex'] });
  type({ cardNumber: '4111' });
  ask(inside, { type: 'validate', id: 1 });
  await told('validate');
  await expectOutline('several');
});

it.each(all)('the form of one method: %s', async (bearer) => {
  await opened({ paymentmethods: [bearer], providerreturnurl: 'https://shop.test/' });
  await expectOutline(bearer.replace(/\W+/g, '-'));
});

it('the form that could not be loaded', async () => {
  service.current.on('GET paymentMethods', problem(401, 'InvalidKey'));
  connected();
  await told('failed');
  await expectOutline('failed');
});

it("the dialog around the bank's question", () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(() => {});
  const close = openDialog('https://bank.test/', () => {});
  const shown = expectOutline('challenge');
  close();
  return shown;
});
