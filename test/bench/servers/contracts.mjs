/** Contracts as the service shows them, with ids that count up. */
export function contracts(count) {
  return Array.from({ length: count }, (_, at) => contract(at));
}

export const idOf = (prefix, at) => prefix + at.toString(16).padStart(24 - prefix.length, '0');

function contract(at) {
  const StartDate = new Date(Date.UTC(2025, 0, 1) + at * 60_000).toISOString().replace('Z', '0000Z');
  return {
    Id: idOf('6a', at),
    CustomerId: idOf('6b', at),
    CustomerName: `Ada Lovelace ${at}`,
    CustomerIsLocked: false,
    PlanGroupId: 'a10000000000000000000001',
    PlanId: 'b10000000000000000000001',
    PlanVariantId: 'b00000000000000000000001',
    LifecycleStatus: 'Active',
    Phases: [
      {
        Type: 'Normal',
        StartDate,
        PlanVariantId: 'b00000000000000000000001',
        PlanId: 'b10000000000000000000001',
        Quantity: 1,
        InheritStartDate: false,
      },
    ],
    StartDate,
    Balance: 0,
    Currency: 'EUR',
    ReferenceCode: 'RFDT-ZHXM',
    PaymentProviderSupportRefunds: false,
    EscalationSuspended: false,
    RecurringPaymentsPaused: false,
    BillingSuspended: false,
    ThresholdBillingDisabled: false,
    IsDeletable: true,
    CustomFields: {},
    OnAccountDueAfter: { Unit: 'Day', Quantity: 14 },
  };
}
