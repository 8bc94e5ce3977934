// @vitest-environment happy-dom
// What the view of faults says and does.
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openInspector, press } from './mounted.ts';
import { reads } from './reads.ts';

test('fault rules are explained while there is none, listed with their hits, and removed', async () => {
  const { api, sandbox, sent } = await openInspector('faults');
  await reads(`
    # Faults
    {Add rule… "main"}
    ## No fault rules
    A rule makes requests fail or wait, or loses their response, so that you see how your program handles it.
    {Add rule… "main"}
    ## Common faults
    Does your program recover from these? Add one, and run it.
    - One in ten API requests is answered with 503{Add "POST /sandbox/faults {"Path":"/api/v1/*","Probability":0.1,"Fault":{"Status":503}}"}
    - Each API response takes two seconds{Add "POST /sandbox/faults {"Path":"/api/v1/*","Fault":{"DelayMs":2000}}"}
    - The next signup is paid, but the response is lost{Add "POST /sandbox/faults {"Method":"POST","Path":"/api/v1/CustomerSelfService/signup/pay","Times":1,"Fault":{"DropResponse":true}}"}
    - The next order is not received: the connection breaks{Add "POST /sandbox/faults {"Method":"POST","Path":"/api/v1/orders","Times":1,"Fault":{"Drop":true}}"}
    - The next list of contracts is cut off in the middle{Add "POST /sandbox/faults {"Method":"GET","Path":"/api/v1/contracts","Times":1,"Fault":{"Truncate":true}}"}
    - The next three logins are refused with 429{Add "POST /sandbox/faults {"Method":"POST","Path":"/oauth/*","Times":3,"Fault":{"Status":429}}"}
  `);
  sandbox.faults.add({ Path: '/api/v1/dunnings*', Times: 3, Fault: { Status: 502, DelayMs: 0 } });
  // Each hit is counted as it happens.
  for (const _ of [1, 2]) await sandbox.fetch('http://sandbox.test/api/v1/dunnings');
  await reads(
    `
    # Faults
    {Add rule… "main"}{Remove all… "danger"}
  `,
    'main .heading',
  );
  await reads(
    `
    Fault rules
    Requests | What happens | Probability (number) | Left (number) | Hits (number) | Actions
    any /api/v1/dunnings* | answered with 502, delayed by {ms} | 100 % | 1 | 2 | {Remove rule 1 "DELETE /sandbox/faults/1"}
  `,
    'main table',
  );
  await api('POST', '/sandbox/faults', { Method: 'GET', Path: '/a', Fault: { Truncate: true } });
  press(await screen.findByText('Remove rule 1'));
  await reads(
    `
    Fault rules
    Requests | What happens | Probability (number) | Left (number) | Hits (number) | Actions
    GET /a | response is cut off | 100 % | ∞ | 0 | {Remove rule 2 "DELETE /sandbox/faults/2"}
  `,
    'main table',
  );
  press(screen.getByText('Remove rule 2'));
  await screen.findByText('No fault rules');
  expect(sent()).toEqual(['DELETE /sandbox/faults/1', 'DELETE /sandbox/faults/2']);
});

test('each common fault is added with one click', async () => {
  const { sent } = await openInspector('faults');
  await screen.findByText('No fault rules');
  const buttons = within(document.querySelector('.common ul') as HTMLElement).getAllByText('Add');
  for (const button of buttons) press(button);
  await expect.poll(() => document.querySelectorAll('main tbody tr').length).toBe(6);
  expect(sent()).toEqual(buttons.map(({ title }) => title));
});
