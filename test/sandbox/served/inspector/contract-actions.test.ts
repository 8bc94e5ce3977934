// @vitest-environment happy-dom
import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { act, openInspector, signUp } from './mounted.ts';

describe('a contract in the inspector', () => {
  it('offers no pause in a trial, which the service rejects', async () => {
    const { api, visit } = await openInspector('contracts');
    const { Id } = await signUp(api, 'Trying', 'b00000000000000000000005');
    await visit(`contracts/${Id}`);
    await screen.findByRole('button', { name: 'End the contract…' });
    expect(screen.queryByRole('button', { name: 'Pause…' })).toBeNull();
    expect(await api('POST', `/api/v1/contracts/${Id}/pause`, {})).toMatchObject({
      Code: 'InvalidPreconditions',
    });
  });

  it('is paused, resumed, charged, previewed, canceled, revoked and ended', async () => {
    const { api, sent, visit } = await openInspector('contracts');
    const { Id } = await signUp(api, 'Acted');
    const contract = () => api('GET', `/api/v1/contracts/${Id}`);
    await visit(`contracts/${Id}`);
    await screen.findByRole('button', { name: 'Pause…' });
    await act('Pause');
    expect((await contract()).LifecycleStatus).toBe('Paused');
    await act('Resume');
    expect((await contract()).LifecycleStatus).toBe('Active');

    const before = (await contract()).Balance;
    await act('Book a payment', { Amount: '5.5' });
    expect((await contract()).Balance).toBeCloseTo(before - 5.5, 2);
    await act('Preview a change', { Plan: 'b00000000000000000000003' });
    expect((await api('GET', '/sandbox/requests?take=1'))[0]).toMatchObject({
      Path: '/api/v1/orders/preview',
      Status: 200,
    });

    await act('Cancel the contract');
    expect((await contract()).EndDate).toMatch(/^20/);
    await act('Revoke cancellation');
    expect((await contract()).EndDate).toBeUndefined();
    // A contract does not end before it has begun.
    const { Now } = await api('POST', '/sandbox/clock', { Advance: 'P1D' });
    await act('End the contract', { 'End (Europe/Berlin)': Now });
    await screen.findAllByText('Ended');
    expect((await contract()).LifecycleStatus).toBe('Ended');
    expect(sent()).toEqual([
      'POST /api/v1/contracts/{id}/pause {}',
      'POST /api/v1/contracts/{id}/resume {}',
      'POST /api/v1/contracts/{id}/payment {"Amount":5.5,"Description":"Bank transfer"}',
      'POST /api/v1/orders/preview {"ContractId":"{id}","Cart":{"PlanVariantId":"b00000000000000000000003"}}',
      'POST /api/v1/contracts/{id}/end {"EndDate":"2026-03-15T09:00:00.0000000Z"}',
      'POST /api/v1/contracts/{id}/revokeCancellation {}',
      'POST /api/v1/contracts/{id}/end {"EndDate":"2026-02-16T09:00:00.0000000Z"}',
    ]);
  });
});
