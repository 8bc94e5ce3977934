// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { act, fill, newReceiver, openInspector, press } from './mounted.ts';

const detail = async () => within(await screen.findByRole('region', { name: 'Details' }));

describe('an endpoint in the inspector', () => {
  it('is registered, simulates problems, has its secret rotated, gets an event, is disabled and deleted', async () => {
    const receiver = newReceiver();
    const { api, sent } = await openInspector('webhooks', { deliver: receiver.deliver });
    await act('Register endpoint', { Address: receiver.url, Events: 'PaymentEscalated' });
    press(await screen.findByRole('link', { name: receiver.url }));
    const endpoint = async () => (await api('GET', '/sandbox/webhooks'))[0];
    const { Id, Secret } = await endpoint();
    await act(
      'Simulate problems',
      { 'Duplicate (probability 0 to 1)': '1', 'Send in a shuffled order': true },
      await detail(),
    );
    expect((await endpoint()).Rehearsal).toEqual({ Duplicate: 1, Reorder: true });
    await act('Rotate secret', {}, await detail());
    expect((await endpoint()).Secret).not.toBe(Secret);
    await act('Send an event', { Event: 'PaymentEscalated' }, await detail());
    await api('POST', '/sandbox/deliveries/settle');
    const events = async () =>
      (await api('GET', `/sandbox/deliveries?webhookId=${Id}`)).map(({ Event }: { Event: string }) => Event);
    expect(await events()).toEqual(['PaymentEscalated', 'PaymentEscalated']);

    // Each attempt shows what was sent and what came back.
    press((await screen.findAllByRole('link', { name: 'PaymentEscalated' }))[0] as HTMLElement);
    await screen.findAllByText(/"webhook-signature": /i);
    await screen.findAllByText(/"Event": "PaymentEscalated"/);
    await screen.findAllByText(/Response 200/);
    await screen.findAllByText(/"taken": ?true/);
    press((await screen.findAllByRole('button', { name: 'Resend' }))[0] as HTMLElement);
    await waitFor(async () => expect((await events()).length).toBe(3));
    press(await screen.findByRole('link', { name: receiver.url }));
    await act('Disable', {}, await detail());
    expect((await endpoint()).DisabledAt).toMatch(/^20/);
    await act('Delete', {}, await detail());
    expect(await endpoint()).toBeUndefined();
    expect(sent()).toEqual([
      'POST /api/v1/webhooks {"Url":"https://shop.test/webhooks","Events":["PaymentEscalated"]}',
      'PATCH /sandbox/webhooks/{id} {"Rehearsal":{"Duplicate":1,"Reorder":true}}',
      'POST /api/v1/webhooks/{id}/rotateSecret {}',
      'POST /sandbox/events {"Event":"PaymentEscalated","WebhookId":"{id}"}',
      'POST /sandbox/deliveries/{id}/resend',
      'POST /sandbox/deliveries/settle',
      'PATCH /sandbox/webhooks/{id} {"Enabled":false}',
      'DELETE /api/v1/webhooks/{id}',
    ]);
  });

  it('drops and delays deliveries as set, gets them again, and is enabled again', async () => {
    const receiver = newReceiver();
    const { api, sent, visit } = await openInspector('webhooks', {
      webhooks: [receiver.url],
      deliver: receiver.deliver,
    });
    const endpoint = async () => (await api('GET', '/sandbox/webhooks'))[0];
    const { Id } = await endpoint();
    const statuses = async () =>
      (await api('GET', `/sandbox/deliveries?webhookId=${Id}`))
        .map(({ Status }: { Status: string }) => Status)
        .sort();
    await visit(`webhooks/${Id}`);
    await act(
      'Simulate problems',
      { 'Lose (probability 0 to 1)': '1', 'Delay (ISO 8601 duration)': 'PT1H' },
      await detail(),
    );
    expect((await endpoint()).Rehearsal).toEqual({ Drop: 1, Delay: 'PT1H' });
    await api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
    await api('POST', '/sandbox/clock', { Advance: 'PT2H' });
    await api('POST', '/sandbox/deliveries/settle');
    expect(await statuses()).toEqual(['Dropped']);
    await act(
      'Simulate problems',
      { 'Lose (probability 0 to 1)': '0', 'Delay (ISO 8601 duration)': '' },
      await detail(),
    );
    await act('Resend undelivered events', {}, await detail());
    await api('POST', '/sandbox/deliveries/settle');
    expect(await statuses()).toEqual(['Dropped', 'Succeeded']);
    await act('Disable', {}, await detail());
    expect((await endpoint()).DisabledAt).toMatch(/^20/);
    await act('Enable', {}, await detail());
    expect((await endpoint()).DisabledAt).toBeUndefined();

    // Pending deliveries are counted by endpoint.
    receiver.status = 500;
    await api('POST', '/sandbox/events', { Event: 'PaymentSucceeded' });
    await api('POST', '/sandbox/deliveries/settle');
    await screen.findByRole('row', { name: new RegExp(`${receiver.url}.* 1$`) });
    receiver.status = 200;
    await fill(screen.getByLabelText('Status of deliveries'), 'Pending');
    press(await screen.findByRole('link', { name: 'PaymentSucceeded' }));
    press(await screen.findByRole('button', { name: 'Retry now' }));
    await screen.findByRole('row', { name: new RegExp(`${receiver.url}.* 0$`) });
    expect((await endpoint()).Pending).toBe(0);
    expect(sent()).toEqual([
      'PATCH /sandbox/webhooks/{id} {"Rehearsal":{"Drop":1,"Delay":"PT1H"}}',
      'PATCH /sandbox/webhooks/{id} {"Rehearsal":{}}',
      'POST /sandbox/deliveries/resend {"WebhookId":"{id}","OnlyMissing":true}',
      'PATCH /sandbox/webhooks/{id} {"Enabled":false}',
      'PATCH /sandbox/webhooks/{id} {"Enabled":true}',
      'POST /sandbox/deliveries/{id}/resend',
      'POST /sandbox/deliveries/settle',
    ]);
  });
});
